/// Writes the stored form of an entity as it goes, in canonical JSON, and numbers the versions that it
/// meets: so members are given in the order of their names, and versions last.
struct StoredWriter {
  private var bytes: [UInt8] = []
  private var versions: [Version] = []

  init() {
    // Room for most books.
    bytes.reserveCapacity(1_024)
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
  /// hashing.
  mutating func version(_ version: Version) {
    if let index = versions.lastIndex(of: version) { return number(index) }
    versions.append(version)
    number(versions.count - 1)
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
