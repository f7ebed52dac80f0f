/// Finds where the fields of a stored entity stand in its text, without reading their values.
///
/// What is out of the ordinary (writes side by side, an element's own sequence, whatever is not seen to be
/// canonical JSON) it does not take: that is for `StoredReader` to read.
struct FieldScan {
  /// Where it stands; anywhere, once it did not take something.
  var place: Int
  let versions: [Version]

  /// `[value, version, [seq]?]`
  mutating func register(
    named name: StoredFields.Place, in text: Span<UInt8>
  ) -> StoredFields.Register? {
    guard take("[", in: text), let value = value(in: text), take(",", in: text),
      let version = version(in: text)
    else { return nil }
    var seq = versions[version].seq
    if take(",", in: text) {
      guard take("[", in: text), let own = number(in: text), take("]", in: text) else {
        return nil
      }
      seq = own
    }
    guard take("]", in: text) else { return nil }
    return StoredFields.Register(name: name, value: value, version: version, seq: seq)
  }

  /// `{folded: [name, seq, removed|null, [value, version]?]}`, put behind `elements`.
  mutating func set(
    named name: StoredFields.Place, in text: Span<UInt8>,
    to elements: inout [StoredFields.Element]
  ) -> StoredFields.ElementSet? {
    let first = elements.count
    var isASCII = true
    guard take("{", in: text) else { return nil }
    var last: StoredFields.Place?
    repeat {
      guard let key = self.name(in: text), take(":", in: text),
        last.map({ CanonicalScan.precedes($0.range, key.range, in: text) }) ?? true,
        let element = element(by: key, in: text)
      else { return nil }
      for place in key.range where text[place] >= 0x80 { isASCII = false }
      elements.append(element)
      last = key
    } while take(",", in: text)
    let count = elements.count - first
    // Names that differ in normalisation alone are one there, and only ASCII has but one form.
    guard take("}", in: text), count <= Limits.elementsLeftStoredMax, isASCII || count == 1 else {
      return nil
    }
    return StoredFields.ElementSet(name: name, first: first, count: count)
  }

  /// `[name, seq, removed|null, [value, version]?]`
  private mutating func element(
    by key: StoredFields.Place, in text: Span<UInt8>
  ) -> StoredFields.Element? {
    guard take("[", in: text), let name = name(in: text), take(",", in: text),
      let seq = number(in: text), take(",", in: text)
    else { return nil }
    var removed: Int?
    if let end = CanonicalScan.endOfNull(at: place, in: text) {
      place = end
    } else {
      guard let version = version(in: text) else { return nil }
      removed = version
    }
    var add: StoredFields.Element.Add?
    if take(",", in: text) {
      guard take("[", in: text), let value = value(in: text), take(",", in: text),
        let version = version(in: text), take("]", in: text)
      else { return nil }
      add = StoredFields.Element.Add(value: value, version: version)
    }
    guard take("]", in: text) else { return nil }
    return StoredFields.Element(key: key, name: name, seq: seq, removed: removed, add: add)
  }

  // MARK: JSON

  private mutating func take(_ letter: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
    guard place < text.count, text[place] == UInt8(ascii: letter) else { return false }
    place += 1
    return true
  }

  /// A string without escapes.
  private mutating func name(in text: Span<UInt8>) -> StoredFields.Place? {
    guard let end = CanonicalScan.endOfName(at: place, in: text) else { return nil }
    defer { place = end }
    return StoredFields.Place(place + 1..<end - 1)
  }

  private mutating func value(in text: Span<UInt8>) -> StoredFields.Place? {
    guard let end = CanonicalScan.endOfValue(at: place, in: text) else { return nil }
    defer { place = end }
    return StoredFields.Place(place..<end)
  }

  private mutating func version(in text: Span<UInt8>) -> Int? {
    guard let index = number(in: text), versions.indices.contains(index) else { return nil }
    return index
  }

  /// A whole number that is not below zero.
  private mutating func number(in text: Span<UInt8>) -> Int? {
    guard let end = CanonicalScan.endOfNumber(at: place, in: text),
      text[place] != UInt8(ascii: "-")
    else { return nil }
    var number = 0
    while place < end {
      number = number * 10 + Int(text[place] - UInt8(ascii: "0"))
      place += 1
    }
    return number
  }
}
