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
  }
}

extension Rebalance.Member {
  /// The place in `order` of the entity whose UTF-8 text is stored; nil where it has none. Of a book
  /// nothing else is read: a shelf may hold a hundred thousand.
  /// - Throws: `Problem.Code.malformed` when it is no entity.
  public init?(stored bytes: [UInt8], in order: Rebalance.Order) throws(Problem) {
    if case .books(let shelf) = order, let place = StoredReader.place(on: shelf, of: bytes) {
      self = place
    } else {
      self.init(try EntityState(stored: bytes), in: order)
    }
  }
}

/// Reads stored entities straight into their parts: every edit begins with that.
///
/// What is out of the ordinary (skeletons, aliases, whatever is no canonical JSON) goes the long way
/// round through `EntityState.init(json:)`, of which this is the short cut and nothing else.
private struct StoredReader {
  private let members: StoredMembers
  private var parser: JSONParser
  private var versions: [Version] = []

  /// The entity; nil where it is out of the ordinary.
  static func state(of bytes: [UInt8]) -> EntityState? {
    guard let members = StoredMembers(of: bytes.span), members["p"] == nil, members["b"] == nil
    else { return nil }
    var reader = StoredReader(members: members, parser: JSONParser(bytes: bytes))
    return try? reader.state()
  }

  /// Where a book stands on `shelf`; nil where that is out of the ordinary.
  static func place(on shelf: String, of bytes: [UInt8]) -> Rebalance.Member? {
    guard let members = StoredMembers(of: bytes.span), let sets = members["s"] else { return nil }
    var reader = StoredReader(members: members, parser: JSONParser(bytes: bytes))
    return try? reader.place(on: shelf, in: sets)
  }

  private init(members: StoredMembers, parser: JSONParser) {
    self.members = members
    self.parser = parser
  }

  private mutating func state() throws(JSONError) -> EntityState {
    // All values point into the version table, which stands last.
    versions = try member("v") { reader throws(JSONError) in try reader.table() }
    let kind = try member("e") { reader throws(JSONError) in try reader.string() }
    let id = try member("i") { reader throws(JSONError) in try reader.string() }
    var state = EntityState(
      EntityKey(kind: kind, id: id),
      created: try member("c") { reader throws(JSONError) in try reader.version() },
      last: try member("u") { reader throws(JSONError) in try reader.version() },
      authored: try member("a") { reader throws(JSONError) in try reader.trace() })
    if members["h"] != nil {
      state.shelved = try member("h") { reader throws(JSONError) in try reader.trace() }
    }
    if members["d"] != nil {
      state.deletion = try member("d") { reader throws(JSONError) in try reader.version() }
    }
    if members["l"] != nil {
      state.lifeSeq = try member("l") { reader throws(JSONError) in try reader.number() }
    }
    if members["r"] != nil {
      state.registers = try member("r") { reader throws(JSONError) in
        try reader.named(atLeast: 16) { reader throws(JSONError) in try reader.pair() }
      }
    }
    if members["s"] != nil {
      state.sets = try member("s") { reader throws(JSONError) in
        try reader.named(atLeast: 4) { reader throws(JSONError) in try reader.elements() }
      }
    }
    return state
  }

  private mutating func place(
    on shelf: String, in sets: Range<Int>
  ) throws(JSONError) -> Rebalance.Member? {
    versions = try member("v") { reader throws(JSONError) in try reader.table() }
    let kind = try member("e") { reader throws(JSONError) in try reader.string() }
    let id = try member("i") { reader throws(JSONError) in try reader.string() }
    parser.offset = sets.lowerBound
    guard kind == Schema.bookKind, try enter(Schema.shelvesField), try enter(shelf) else {
      return nil
    }
    let position = try element().shown?.value[Schema.positionField]?.string
    return position.map { Rebalance.Member(id: id, position: $0) }
  }

  /// Goes on to the value that the object at hand has by `name`. False where it has none.
  private mutating func enter(_ name: String) throws(JSONError) -> Bool {
    try parser.expect(UInt8(ascii: "{"))
    repeat {
      let found = try string()
      try parser.expect(UInt8(ascii: ":"))
      if found == name { return true }
      guard let end = StoredMembers.endOfValue(at: parser.offset, in: parser.bytes.span) else {
        throw unusual
      }
      parser.offset = end
    } while takeComma()
    return false
  }

  /// The member whose name begins with `letter`, as `read` takes it: all of it.
  private mutating func member<Value>(
    _ letter: Unicode.Scalar, _ read: (inout StoredReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    guard let range = members[letter] else { throw unusual }
    parser.offset = range.lowerBound
    let value = try read(&self)
    guard parser.offset == range.upperBound else { throw unusual }
    return value
  }

  // MARK: Parts

  /// `[[stamp, seq, device, incarnation, n]…]`
  private mutating func table() throws(JSONError) -> [Version] {
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
  private mutating func elements() throws(JSONError) -> [String: ElementState] {
    let elements = try named(atLeast: 1) { reader throws(JSONError) in try reader.element() }
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

  /// An object whose values are each as `read` takes them.
  private mutating func named<Value>(
    atLeast count: Int, _ read: (inout StoredReader) throws(JSONError) -> Value
  ) throws(JSONError) -> ByName<Value> {
    var values: [ByName<Value>.Member] = []
    // A set has few elements, a book some ten fields.
    values.reserveCapacity(count)
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

  private mutating func takeComma() -> Bool {
    guard parser.current == UInt8(ascii: ",") else { return false }
    parser.offset += 1
    return true
  }

  private var unusual: JSONError { .unexpected(offset: parser.offset) }
}
