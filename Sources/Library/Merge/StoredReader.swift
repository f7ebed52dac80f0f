extension EntityState {
  /// Reads the UTF-8 text of a stored entity, as `init(json:)` would read its JSON.
  /// - Throws: `Problem.Code.malformed` when it is none.
  public init(stored bytes: [UInt8]) throws(Problem) {
    if let state = StoredReader.state(of: bytes) {
      self = state
      return
    }
    guard let json = try? JSONValue(parsing: bytes) else { throw Self.broken }
    try self.init(json: json)
    weight = bytes.count
  }
}

/// Reads stored entities straight into their parts, in one pass: every edit begins with that.
///
/// What is out of the ordinary (skeletons, aliases, whatever is no canonical JSON) goes the long way
/// round through `EntityState.init(json:)`, of which this is the short cut and nothing else.
private struct StoredReader {
  private var parser: JSONParser
  private var versions: [Version] = []
  /// The fields that stay where they stand.
  private var registers: [StoredFields.Register] = []
  private var sets: [StoredFields.ElementSet] = []
  private var elements: [StoredFields.Element] = []

  /// The entity; nil where it is out of the ordinary.
  static func state(of bytes: [UInt8]) -> EntityState? {
    // What stays text is not looked at again.
    guard (try? UTF8Span(validating: bytes.span)) != nil else { return nil }
    var reader = StoredReader(bytes)
    return try? reader.state()
  }

  private init(_ bytes: [UInt8]) {
    // No value nests deeper, and how deep it stands itself would count as well.
    parser = JSONParser(bytes: bytes, depthMax: Limits.valueDepthMax)
  }

  /// The members in the order of their names.
  private mutating func state() throws(JSONError) -> EntityState {
    // All values point into the version table, which stands last.
    let table = try startOfTable()
    parser.offset = table
    try expect(",\"v\":")
    versions = try readTable()
    try expect("}")
    guard parser.offset == parser.bytes.count else { throw unusual }
    parser.offset = 0
    try expect("{\"a\":")
    let authored = try trace()
    try expect(",\"c\":")
    let created = try version()
    let deletion = take(",\"d\":") ? try version() : nil
    try expect(",\"e\":")
    let kind = try string()
    let shelved = take(",\"h\":") ? try trace() : nil
    try expect(",\"id\":")
    let key = EntityKey(kind: kind, id: try string())
    let lifeSeq = take(",\"l\":") ? try number() : 0
    let known = take(",\"r\":") ? try takeRegisters() : [:]
    let knownSets = take(",\"s\":") ? try takeSets() : [:]
    try expect(",\"u\":")
    var state = EntityState(key, created: created, last: try version(), authored: authored)
    guard parser.offset == table else { throw unusual }
    state.deletion = deletion
    state.shelved = shelved
    state.lifeSeq = lifeSeq
    let stored = StoredFields(
      text: parser.bytes, versions: versions, registers: registers, sets: sets, elements: elements)
    state.registers = Registers(LazyFields(stored, and: known))
    state.sets = ElementSets(LazyFields(stored, and: knownSets))
    return state
  }

  /// Where the last `,"v":` stands: in no string, in which a quote follows on a backslash.
  private func startOfTable() throws(JSONError) -> Int {
    let text = parser.bytes.span
    var place = text.count - 5
    while place >= 0 {
      if text[place + 1] == UInt8(ascii: "\""), text[place + 2] == UInt8(ascii: "v"),
        text[place] == UInt8(ascii: ","), text[place + 3] == UInt8(ascii: "\""),
        text[place + 4] == UInt8(ascii: ":")
      {
        return place
      }
      place -= 1
    }
    throw unusual
  }

  // MARK: Parts

  /// `[[stamp, seq, device, incarnation, n]…]`
  private mutating func readTable() throws(JSONError) -> [Version] {
    var versions: [Version] = []
    versions.reserveCapacity(4)
    try parser.expect(UInt8(ascii: "["))
    repeat {
      try parser.expect(UInt8(ascii: "["))
      let stamp = try number()
      try parser.expect(UInt8(ascii: ","))
      let seq = try number()
      try parser.expect(UInt8(ascii: ","))
      let device = try string()
      try parser.expect(UInt8(ascii: ","))
      let read = Version.Writer(device: device, incarnation: try string())
      try parser.expect(UInt8(ascii: ","))
      let writer = versions.last.flatMap { $0.writer == read ? $0.writer : nil } ?? read
      versions.append(Version(stamp: stamp, seq: seq, writer: writer, n: try number()))
      try parser.expect(UInt8(ascii: "]"))
    } while takeComma()
    try parser.expect(UInt8(ascii: "]"))
    return versions
  }

  /// `[last, other?]`
  private mutating func trace() throws(JSONError) -> AuthoredTrace {
    try parser.expect(UInt8(ascii: "["))
    let last = try version()
    let trace = AuthoredTrace(last, other: takeComma() ? try version() : nil)
    try parser.expect(UInt8(ascii: "]"))
    return trace
  }

  /// `{field: [value, version, echo…, [seq]?]}`: those that are out of the ordinary, read; where the others
  /// stand, it takes note of.
  private mutating func takeRegisters() throws(JSONError) -> ByName<VersionedValue> {
    // A book has some ten fields.
    registers.reserveCapacity(16)
    var known: [ByName<VersionedValue>.Member] = []
    let text = parser.bytes
    try forEachMember { reader, name throws(JSONError) in
      var scan = FieldScan(place: reader.parser.offset, versions: reader.versions)
      if let register = scan.register(named: name, in: text.span) {
        reader.registers.append(register)
        reader.parser.offset = scan.place
      } else {
        known.append(.init(reader.text(at: name), try reader.pair()))
      }
    }
    return ByName(ascending: known)
  }

  /// `{field: {folded: element}}`, taken likewise.
  private mutating func takeSets() throws(JSONError) -> ByName<[String: ElementState]> {
    // And few elements in its sets.
    sets.reserveCapacity(4)
    elements.reserveCapacity(8)
    var known: [ByName<[String: ElementState]>.Member] = []
    let text = parser.bytes
    try forEachMember { reader, name throws(JSONError) in
      var scan = FieldScan(place: reader.parser.offset, versions: reader.versions)
      let first = reader.elements.count
      if let set = scan.set(named: name, in: text.span, to: &reader.elements) {
        reader.sets.append(set)
        reader.parser.offset = scan.place
      } else {
        reader.elements.removeSubrange(first...)
        known.append(.init(reader.text(at: name), try reader.readElements()))
      }
    }
    return ByName(ascending: known)
  }

  /// `[value, version, echo…, [seq]?]`
  private mutating func pair() throws(JSONError) -> VersionedValue {
    try parser.expect(UInt8(ascii: "["))
    let value = try parser.value()
    try parser.expect(UInt8(ascii: ","))
    let version = try version()
    var echoes: [Version] = []
    var seq: Int?
    while takeComma() {
      guard seq == nil else { throw unusual }
      if try parser.peek() == UInt8(ascii: "[") {
        parser.offset += 1
        seq = try number()
        try parser.expect(UInt8(ascii: "]"))
      } else {
        echoes.append(try self.version())
      }
    }
    try parser.expect(UInt8(ascii: "]"))
    return VersionedValue(value, version, echoes: echoes, seq: seq)
  }

  /// `{folded: [name, seq, removed|null, [value, version, echo…]…]}`
  private mutating func readElements() throws(JSONError) -> [String: ElementState] {
    let elements = try named { reader throws(JSONError) in try reader.element() }
    let byName = Dictionary(elements.map { ($0.key, $0.value) }) { first, _ in first }
    // Names that differ in normalisation alone are one there.
    guard byName.count == elements.count else { throw unusual }
    return byName
  }

  /// `[name, seq, removed|null, [value, version, echo…]…]`
  private mutating func element() throws(JSONError) -> ElementState {
    try parser.expect(UInt8(ascii: "["))
    let name = try string()
    try parser.expect(UInt8(ascii: ","))
    let seq = try number()
    try parser.expect(UInt8(ascii: ","))
    let removed: Version?
    switch try parser.value() {
    case .null: removed = nil
    case .int(let index) where versions.indices.contains(index): removed = versions[index]
    default: throw unusual
    }
    var adds: [VersionedValue] = []
    while takeComma() { adds.append(try pair()) }
    try parser.expect(UInt8(ascii: "]"))
    return ElementState(name: name, adds: adds, removed: removed, seq: seq)
  }

  // MARK: JSON

  /// An object whose names ascend and have no escapes; each value is for `take`.
  private mutating func forEachMember(
    _ take: (inout StoredReader, StoredFields.Place) throws(JSONError) -> Void
  ) throws(JSONError) {
    let text = parser.bytes
    var last: StoredFields.Place?
    try parser.expect(UInt8(ascii: "{"))
    repeat {
      let start = parser.offset
      guard let end = CanonicalScan.endOfName(at: start, in: text.span) else { throw unusual }
      let name = StoredFields.Place(start + 1..<end - 1)
      if let last, !CanonicalScan.precedes(last.range, name.range, in: text.span) { throw unusual }
      last = name
      parser.offset = end
      try parser.expect(UInt8(ascii: ":"))
      try take(&self, name)
    } while takeComma()
    try parser.expect(UInt8(ascii: "}"))
  }

  private func text(at place: StoredFields.Place) -> String {
    String(decoding: parser.bytes[place.range], as: UTF8.self)
  }

  /// An object whose values are each as `read` takes them.
  private mutating func named<Value>(
    _ read: (inout StoredReader) throws(JSONError) -> Value
  ) throws(JSONError) -> ByName<Value> {
    var values: [ByName<Value>.Member] = []
    try parser.expect(UInt8(ascii: "{"))
    repeat {
      let name = try string()
      try parser.expect(UInt8(ascii: ":"))
      values.append(.init(name, try read(&self)))
    } while takeComma()
    try parser.expect(UInt8(ascii: "}"))
    let named = ByName(ascending: values)
    guard named.isAscending else { throw unusual }
    return named
  }

  private mutating func version() throws(JSONError) -> Version {
    let index = try number()
    guard versions.indices.contains(index) else { throw unusual }
    return versions[index]
  }

  private mutating func number() throws(JSONError) -> Int {
    guard case .int(let number) = try parser.value() else { throw unusual }
    return number
  }

  private mutating func string() throws(JSONError) -> String {
    guard try parser.peek() == UInt8(ascii: "\"") else { throw unusual }
    return try parser.string()
  }

  private mutating func expect(_ part: StaticString) throws(JSONError) {
    guard take(part) else { throw unusual }
  }

  /// Goes on behind `part`. False where that is not what comes next.
  private mutating func take(_ part: StaticString) -> Bool {
    let count = part.utf8CodeUnitCount
    guard parser.bytes.count - parser.offset >= count else { return false }
    for index in 0..<count
    where unsafe parser.bytes[parser.offset + index] != part.utf8Start[index] { return false }
    parser.offset += count
    return true
  }

  private mutating func takeComma() -> Bool {
    guard parser.current == UInt8(ascii: ",") else { return false }
    parser.offset += 1
    return true
  }

  private var unusual: JSONError { .unexpected(offset: parser.offset) }
}
