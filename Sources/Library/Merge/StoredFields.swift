/// The fields of a stored entity where they stand in its text. An edit touches few of them; the others are
/// never taken apart, and are written again as they stand.
///
/// Whatever stands here was seen to be canonical JSON (`CanonicalScan`), so that reading it later cannot
/// fail, and its bytes are those that writing it anew would give. Places alone are listed: to make, copy
/// and drop them takes no counting of references.
final class StoredFields: Sendable {
  /// The text of the entity.
  let text: [UInt8]
  /// The version table, into which all values point.
  let versions: [Version]
  /// The registers, by name.
  let registers: [Register]
  /// The sets, by name.
  let sets: [ElementSet]
  /// The elements of all sets, of each in the order of their keys.
  let elements: [Element]

  init(
    text: [UInt8], versions: [Version], registers: [Register], sets: [ElementSet],
    elements: [Element]
  ) {
    self.text = text
    self.versions = versions
    self.registers = registers
    self.sets = sets
    self.elements = elements
  }

  /// Where something stands: half the size of a range.
  struct Place {
    let start: UInt32
    let end: UInt32

    /// A stored text is no longer than SQLite's longest, 2³¹ bytes.
    init(_ range: Range<Int>) {
      start = UInt32(range.lowerBound)
      end = UInt32(range.upperBound)
    }

    var range: Range<Int> { Int(start)..<Int(end) }

    var count: Int { Int(end - start) }
  }

  /// `"name":[value,version,[seq]?]`
  struct Register: StoredPlace {
    let name: Place
    let value: Place
    let version: Int
    let seq: Int
  }

  /// `"name":{…}`
  struct ElementSet: StoredPlace {
    let name: Place
    let first: Int
    let count: Int
  }

  /// `"key":["name",seq,removed|null,[value,version]?]`
  struct Element {
    let key: Place
    let name: Place
    let seq: Int
    let removed: Int?
    let add: Add?

    struct Add {
      let value: Place
      let version: Int
    }
  }
}

/// Something that stands in a stored text under a name.
protocol StoredPlace: Sendable {
  /// Its name without the quotes; none has an escape.
  var name: StoredFields.Place { get }
}

// MARK: Reading

extension StoredFields {
  /// The text at `place`, within its quotes.
  func string(_ place: Place) -> String { String(decoding: text[place.range], as: UTF8.self) }

  /// The elements of `set`.
  func elements(of set: ElementSet) -> ArraySlice<Element> {
    elements[set.first..<set.first + set.count]
  }

  /// The element at hand.
  func state(of element: Element) -> ElementState {
    ElementState(
      name: string(element.name),
      adds: element.add.map { [VersionedValue(json(at: $0.value), versions[$0.version])] } ?? [],
      removed: element.removed.map { versions[$0] }, seq: element.seq)
  }

  /// Appends the name of a register and its value, as members of an object stand.
  func appendMember(_ register: Register, to bytes: inout [UInt8]) {
    // `"name":[value`
    bytes.append(contentsOf: text[Int(register.name.start) - 1..<Int(register.name.end) + 2])
    bytes.append(contentsOf: text[register.value.range])
  }

  fileprivate func json(at place: Place) -> JSONValue {
    var parser = JSONParser(bytes: text)
    parser.offset = Int(place.start)
    do throws(JSONError) {
      return try parser.value()
    } catch {
      preconditionFailure("what stays text was seen to be JSON")
    }
  }

  /// Which of `places`, which are in order, has the name `field`.
  func find<Found: StoredPlace>(_ field: String, in places: [Found]) -> Found? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      let comparison = compare(field, places[middle].name)
      if comparison == 0 { return places[middle] }
      if comparison > 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Below zero when `name` comes before what stands at `place`, above when it comes after.
  func compare(_ name: String, _ place: Place) -> Int {
    let name = name.utf8Span.span
    let start = Int(place.start)
    let count = Int(place.end) - start
    for index in 0..<min(name.count, count) where name[index] != text[start + index] {
      return name[index] < text[start + index] ? -1 : 1
    }
    return name.count - count
  }
}

/// What an entity has under a name, and how it is read.
protocol StoredField: Hashable, Sendable {
  associatedtype Place: StoredPlace
  /// Where all of this sort stand, by name.
  static func places(in stored: StoredFields) -> [Place]
  /// Reads one.
  static func read(at place: Place, in stored: StoredFields) -> Self
}

extension VersionedValue: StoredField {
  static func places(in stored: StoredFields) -> [StoredFields.Register] { stored.registers }

  static func read(at place: StoredFields.Register, in stored: StoredFields) -> VersionedValue {
    VersionedValue(
      stored.json(at: place.value), stored.versions[place.version], seq: place.seq)
  }
}

extension [String: ElementState]: StoredField {
  static func places(in stored: StoredFields) -> [StoredFields.ElementSet] { stored.sets }

  static func read(at place: StoredFields.ElementSet, in stored: StoredFields) -> Self {
    var elements = Self(minimumCapacity: place.count)
    for element in stored.elements(of: place) {
      elements[stored.string(element.key)] = stored.state(of: element)
    }
    return elements
  }
}
