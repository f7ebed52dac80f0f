/// The registers, groups, texts, single-writer and server fields of an entity, by name. A value is read
/// from the stored text once somebody asks for it.
public struct Registers: Hashable, Sendable {
  private var fields: LazyFields<VersionedValue>

  init(_ fields: LazyFields<VersionedValue>) { self.fields = fields }

  init(_ values: ByName<VersionedValue> = [:]) { self.init(LazyFields(values)) }

  /// How many there are.
  public var count: Int { fields.count }

  /// Whether there are none.
  public var isEmpty: Bool { fields.count == 0 }

  /// The value of `field`; nil where it was never written.
  public internal(set) subscript(field: String) -> VersionedValue? {
    get { fields[field] }
    set { fields[field] = newValue }
  }

  /// Whether `field` was ever written.
  func contains(_ field: String) -> Bool { fields.contains(field) }

  /// All of them, read.
  public var all: ByName<VersionedValue> { fields.all }

  /// Their values, in the order of their names.
  public var values: some RandomAccessCollection<VersionedValue> { all.values }

  /// The same names with what `transform` makes of their values.
  public func mapValues<Value>(_ transform: (VersionedValue) -> Value) -> ByName<Value> {
    all.mapValues(transform)
  }

  /// Hands the sequence of every value to `body`.
  public func forEachSeq(_ body: (Int) -> Void) {
    fields.forEach { register, _ in
      body(register.seq)
    } orKnown: { _, value in
      body(value.seq)
    }
  }

  /// Whether a value holds a write that is `wanted`; no value is read for that.
  func containsWrite(where wanted: (Version) -> Bool) -> Bool {
    var isThere = false
    fields.forEach { register, stored in
      isThere = isThere || wanted(stored.versions[register.version])
    } orKnown: { _, value in
      isThere = isThere || value.writes.contains(where: wanted)
    }
    return isThere
  }

  /// What names and values take as canonical JSON, in bytes.
  var byteCount: Int {
    var count = fields.count * memberByteCount
    fields.forEach { register, _ in
      count += register.name.count + register.value.count
    } orKnown: { name, value in
      count += name.utf8.count + value.value.canonicalByteCount
    }
    return count
  }

  /// The entity's `weight`.
  var weight: Int {
    get { fields.weight }
    _modify { yield &fields.weight }
  }

  /// The values that became others after `cursor`.
  func changed(after cursor: Int) -> JSONObject {
    var members: [JSONObject.Member] = []
    fields.forEach { register, stored in
      guard register.seq > cursor else { return }
      let value = VersionedValue.read(at: register, in: stored).value
      members.append(.init(stored.string(register.name), value))
    } orKnown: { name, value in
      if value.seq > cursor { members.append(.init(name, value.value)) }
    }
    return JSONObject(ascending: members)
  }

  /// Appends them as the canonical bytes of an object, behind `start`; nothing where there are none.
  func appendChanged(after cursor: Int, as start: StaticString, to bytes: inout [UInt8]) {
    var isOpen = false
    func open() {
      if isOpen { return bytes.append(UInt8(ascii: ",")) }
      JSONValue.append(json: start, to: &bytes)
      bytes.append(UInt8(ascii: "{"))
      isOpen = true
    }
    fields.forEach { register, stored in
      guard register.seq > cursor else { return }
      open()
      stored.appendMember(register, to: &bytes)
    } orKnown: { name, value in
      guard value.seq > cursor else { return }
      open()
      JSONValue.append(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      value.value.appendCanonical(to: &bytes)
    }
    if isOpen { bytes.append(UInt8(ascii: "}")) }
  }

  /// Writes them as an object.
  func write(to writer: inout StoredWriter) {
    writer.object { writer in
      fields.forEach { register, stored in
        writer.register(register, in: stored)
      } orKnown: { name, value in
        writer.name(name)
        writer.pair(value)
      }
    }
  }
}

extension Registers: Sequence {
  /// All of them by name, read.
  public func makeIterator() -> ByName<VersionedValue>.Iterator { all.makeIterator() }
}
