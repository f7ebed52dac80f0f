/// What changed in an entity, as its row goes over the wire, made from its stored form without taking
/// that apart: a first sync asks for every entity there is.
///
/// Both forms are canonical JSON, so values are copied as they stand. What is out of the ordinary
/// (Trash, aliases, what left a set, adds side by side) goes the long way round through
/// `EntityState.row(since:)`, of which this is the short cut and nothing else.
public enum StoredRow {
  /// Appends the row of what changed after `cursor` in the entity whose stored form is `stored`.
  /// - Returns: Whether there was anything.
  /// - Throws: `Problem.Code.malformed` when it is no stored entity.
  public static func append(
    _ stored: String, since cursor: Int, to bytes: inout [UInt8]
  ) throws(Problem) -> Bool {
    let start = bytes.count
    var scan = StoredScan(cursor: cursor)
    switch scan.appendRow(of: stored.utf8Span.span, to: &bytes) {
    case .appended: return true
    case .nothing: return false
    case .unusual: bytes.removeSubrange(start...)
    }
    guard let json = try? JSONValue(parsing: stored) else {
      throw Problem(.malformed, "A stored entity is damaged and cannot be read.")
    }
    guard let row = try EntityState(json: json).row(since: cursor) else { return false }
    row.appendCanonical(to: &bytes)
    return true
  }
}

/// One pass over a stored entity.
private struct StoredScan {
  enum Outcome {
    case appended, nothing, unusual
  }

  let cursor: Int
  private var place = 0
  /// The sequences of the version table.
  private var seqs: [Int] = []
  /// Where its stamps and devices stand.
  private var stamps: [Range<Int>] = []
  private var devices: [Range<Int>] = []

  init(cursor: Int) { self.cursor = cursor }

  /// The version table, which all values point into, stands last.
  mutating func appendRow(of text: Span<UInt8>, to bytes: inout [UInt8]) -> Outcome {
    guard let members = StoredMembers(of: text), members["p"] == nil, members["b"] == nil,
      members["d"] == nil, let kind = members["e"], let id = members["i"],
      let table = members["v"], readVersions(table, in: text),
      let last = members["u"].flatMap({ number($0, in: text) }), seqs.indices.contains(last)
    else { return .unusual }
    guard seqs[last] > cursor else { return .nothing }
    if cursor > 0, let life = members["l"], number(life, in: text) ?? .max > cursor {
      return .unusual
    }
    bytes.append(UInt8(ascii: "{"))
    if let sets = members["s"] {
      guard appendSets(sets, in: text, to: &bytes) else { return .unusual }
    }
    for (name, value) in [("\"at\":", stamps[last]), (",\"by\":", devices[last])] {
      bytes.append(contentsOf: name.utf8)
      copy(value, of: text, to: &bytes)
    }
    for (name, value) in [(",\"e\":", kind), (",\"id\":", id)] {
      bytes.append(contentsOf: name.utf8)
      copy(value, of: text, to: &bytes)
    }
    bytes.append(contentsOf: ",\"seq\":\(seqs[last])".utf8)
    if let registers = members["r"] {
      guard appendRegisters(registers, in: text, to: &bytes) else { return .unusual }
    }
    bytes.append(UInt8(ascii: "}"))
    return .appended
  }

  /// `[[stamp, seq, device, incarnation, n]…]`
  private mutating func readVersions(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    place = range.lowerBound
    guard take("[", in: text) else { return false }
    repeat {
      guard take("[", in: text), let stamp = value(in: text), take(",", in: text),
        let seq = value(in: text).flatMap({ number($0, in: text) }), take(",", in: text),
        let device = string(in: text)
      else { return false }
      while take(",", in: text) {
        guard value(in: text) != nil else { return false }
      }
      guard take("]", in: text) else { return false }
      stamps.append(stamp)
      seqs.append(seq)
      devices.append(device)
    } while take(",", in: text)
    return true
  }

  /// `{field: [value, version, echo…, [seq]?]}`
  private mutating func appendRegisters(
    _ range: Range<Int>, in text: Span<UInt8>, to bytes: inout [UInt8]
  ) -> Bool {
    place = range.lowerBound
    var isOpen = false
    guard take("{", in: text) else { return false }
    repeat {
      guard let field = string(in: text), take(":", in: text), take("[", in: text),
        let value = value(in: text), take(",", in: text),
        let version = self.value(in: text).flatMap({ number($0, in: text) }),
        seqs.indices.contains(version)
      else { return false }
      var seq = seqs[version]
      while take(",", in: text) {
        guard let more = self.value(in: text) else { return false }
        guard text[more.lowerBound] == UInt8(ascii: "[") else { continue }
        guard let own = number(more.lowerBound + 1..<more.upperBound - 1, in: text) else {
          return false
        }
        seq = own
      }
      guard take("]", in: text) else { return false }
      guard seq > cursor else { continue }
      bytes.append(contentsOf: (isOpen ? "," : ",\"set\":{").utf8)
      isOpen = true
      copy(field, of: text, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      copy(value, of: text, to: &bytes)
    } while take(",", in: text)
    if isOpen { bytes.append(UInt8(ascii: "}")) }
    return true
  }

  /// `{field: {folded: [name, seq, removed|null, [value, version, echo…]…]}}`
  private mutating func appendSets(
    _ range: Range<Int>, in text: Span<UInt8>, to bytes: inout [UInt8]
  ) -> Bool {
    place = range.lowerBound
    var isOpen = false
    guard take("{", in: text) else { return false }
    repeat {
      guard let field = string(in: text), take(":", in: text), take("{", in: text) else {
        return false
      }
      var last: Range<Int>?
      repeat {
        guard string(in: text) != nil, take(":", in: text), take("[", in: text),
          let name = string(in: text), take(",", in: text),
          let seq = value(in: text).flatMap({ number($0, in: text) }), take(",", in: text),
          value(in: text) != nil
        else { return false }
        // Gone: from 0 that is nothing, later it is for the long way.
        guard take(",", in: text) else {
          guard take("]", in: text), cursor == 0 || seq <= cursor else { return false }
          continue
        }
        guard take("[", in: text), let value = value(in: text) else { return false }
        while take(",", in: text) {
          guard self.value(in: text) != nil else { return false }
        }
        guard take("]", in: text), take("]", in: text) else { return false }
        guard seq > cursor else { continue }
        if let last {
          guard precedes(last, name, in: text) else { return false }
          bytes.append(UInt8(ascii: ","))
        } else {
          bytes.append(contentsOf: (isOpen ? "," : "\"add\":{").utf8)
          isOpen = true
          copy(field, of: text, to: &bytes)
          bytes.append(contentsOf: ":{".utf8)
        }
        last = name
        copy(name, of: text, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        copy(value, of: text, to: &bytes)
      } while take(",", in: text)
      guard take("}", in: text) else { return false }
      if last != nil { bytes.append(UInt8(ascii: "}")) }
    } while take(",", in: text)
    if isOpen { bytes.append(contentsOf: "},".utf8) }
    return true
  }

  // MARK: Reading

  private mutating func take(_ letter: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
    guard place < text.count, text[place] == UInt8(ascii: letter) else { return false }
    place += 1
    return true
  }

  /// A string with its quotes.
  private mutating func string(in text: Span<UInt8>) -> Range<Int>? {
    let start = place
    guard start < text.count, text[start] == UInt8(ascii: "\""),
      let end = StoredMembers.endOfString(at: start, in: text)
    else { return nil }
    place = end
    return start..<end
  }

  /// Any value.
  private mutating func value(in text: Span<UInt8>) -> Range<Int>? {
    let start = place
    guard let end = StoredMembers.endOfValue(at: start, in: text), start < end else { return nil }
    place = end
    return start..<end
  }

  private func number(_ range: Range<Int>, in text: Span<UInt8>) -> Int? {
    // A sequence has ten digits at most; what is longer is none.
    guard !range.isEmpty, range.count <= 16 else { return nil }
    var number = 0
    for place in range {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[place]) else { return nil }
      number = number * 10 + Int(text[place] - UInt8(ascii: "0"))
    }
    return number
  }

  /// Whether the string at `left` comes before that at `right` in canonical order; not known of
  /// strings with escapes.
  private func precedes(
    _ left: Range<Int>, _ right: Range<Int>, in text: Span<UInt8>
  ) -> Bool {
    var (a, b) = (left.lowerBound + 1, right.lowerBound + 1)
    let (aEnd, bEnd) = (left.upperBound - 1, right.upperBound - 1)
    while a < aEnd, b < bEnd {
      if text[a] == UInt8(ascii: "\\") || text[b] == UInt8(ascii: "\\") { return false }
      if text[a] != text[b] { return text[a] < text[b] }
      a += 1
      b += 1
    }
    return a == aEnd && b < bEnd
  }

  private func copy(_ range: Range<Int>, of text: Span<UInt8>, to bytes: inout [UInt8]) {
    unsafe text.extracting(range).withUnsafeBufferPointer { part in
      unsafe bytes.append(contentsOf: part)
    }
  }
}
