/// Writes the stored form of an entity as it goes, in canonical JSON, and numbers the versions that it
/// meets: so members are given in the order of their names, and versions last.
struct StoredWriter {
  private var bytes: [UInt8] = []
  private var versions: [Version] = []
  /// The number of each, once there are many.
  private var places: [Version: Int] = [:]
  /// The numbers that versions of a stored text got here; -1 while they got none.
  private var numbers: [Int] = []
  private var stored: StoredFields?

  init() {
    // Room for most books, in a piece of memory of a size that glibc hands out without looking for it.
    bytes.reserveCapacity(960)
  }

  /// What was written.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: JSON

  mutating func object(_ members: (inout StoredWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    members(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func array(_ elements: (inout StoredWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "["))
    elements(&self)
    bytes.append(UInt8(ascii: "]"))
  }

  /// An object of `values`, each as `write` does it.
  mutating func members<Value>(
    _ values: ByName<Value>, _ write: (inout StoredWriter, Value) -> Void
  ) {
    object { writer in
      values.forEachMember { name, value in
        writer.name(name)
        write(&writer, value)
      }
    }
  }

  /// The name of the member whose value is written next.
  mutating func name(_ name: String) {
    separate()
    JSONValue.append(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func value(_ value: JSONValue) {
    separate()
    value.appendCanonical(to: &bytes)
  }

  mutating func text(_ text: String) {
    separate()
    JSONValue.append(text, to: &bytes)
  }

  mutating func texts(_ texts: [String]) {
    array { writer in
      for text in texts { writer.text(text) }
    }
  }

  mutating func number(_ number: Int) {
    separate()
    JSONValue.append(number, to: &bytes)
  }

  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }

  // MARK: Versions

  /// The number of `version`.
  ///
  /// An entity has few versions, and mostly the same as a moment ago: searching from the end beats
  /// hashing. A set whose elements came one by one has one for each of them.
  mutating func version(_ version: Version) { number(numbered(version)) }

  private mutating func numbered(_ version: Version) -> Int {
    let known = places.isEmpty ? versions.lastIndex(of: version) : places[version]
    if let known { return known }
    versions.append(version)
    guard versions.count > Limits.versionsSearchedMax else { return versions.count - 1 }
    let unplaced = places.isEmpty ? versions.indices : versions.indices.suffix(1)
    for place in unplaced { places[versions[place]] = place }
    return versions.count - 1
  }

  /// The number of a version of `stored`.
  private mutating func version(_ index: Int, of stored: StoredFields) {
    if stored !== self.stored {
      self.stored = stored
      numbers = [Int](repeating: -1, count: stored.versions.count)
    }
    if numbers[index] < 0 { numbers[index] = numbered(stored.versions[index]) }
    number(numbers[index])
  }

  mutating func pair(_ versioned: VersionedValue) {
    array { writer in
      writer.value(versioned.value)
      writer.version(versioned.version)
      for echo in versioned.echoes { writer.version(echo) }
      if versioned.seq != versioned.version.seq { writer.array { $0.number(versioned.seq) } }
    }
  }

  mutating func trace(_ trace: AuthoredTrace) {
    array { writer in
      writer.version(trace.last)
      if let other = trace.other { writer.version(other) }
    }
  }

  mutating func element(_ element: ElementState) {
    array { writer in
      writer.text(element.name)
      writer.number(element.seq)
      if let removed = element.removed { writer.version(removed) } else { writer.value(.null) }
      for add in element.adds { writer.pair(add) }
    }
  }

  // MARK: What stays as it is stored

  /// A register and its name.
  mutating func register(_ register: StoredFields.Register, in stored: StoredFields) {
    separate()
    // `"name":[value` stands there as it is to stand here.
    copy(from: register.name.start - 1, to: register.value.end, of: stored)
    version(register.version, of: stored)
    if register.seq != stored.versions[register.version].seq {
      array { $0.number(register.seq) }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// A set and its name.
  mutating func set(_ set: StoredFields.ElementSet, in stored: StoredFields) {
    separate()
    // `"name":{`
    copy(from: set.name.start - 1, to: set.name.end + 3, of: stored)
    for element in stored.elements(of: set) { self.element(element, in: stored) }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func element(_ element: StoredFields.Element, in stored: StoredFields) {
    separate()
    // `"key":["name"`
    copy(from: element.key.start - 1, to: element.name.end + 1, of: stored)
    number(element.seq)
    if let removed = element.removed { version(removed, of: stored) } else { value(.null) }
    if let add = element.add {
      separate()
      // `[value`
      copy(from: add.value.start - 1, to: add.value.end, of: stored)
      version(add.version, of: stored)
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func copy(from start: UInt32, to end: UInt32, of stored: StoredFields) {
    bytes.append(contentsOf: stored.text[Int(start)..<Int(end)])
  }

  // MARK: The end

  /// All versions by their numbers.
  mutating func table() {
    let versions = versions
    array { writer in
      for version in versions {
        writer.array {
          $0.number(version.stamp)
          $0.number(version.seq)
          $0.text(version.device)
          $0.text(version.incarnation)
          $0.number(version.n)
        }
      }
    }
  }
}
