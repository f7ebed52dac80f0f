extension AliasState {
  /// The stored form `{q, of?, f?: {field: [value, version, echo…]}, s?: {field: [element]},
  /// c?: [conflict]}`, `q` the sequence; versions stand as their numbers.
  func write(to writer: inout StoredWriter) {
    writer.object { writer in
      if !conflicts.isEmpty {
        writer.name("c")
        writer.texts(conflicts)
      }
      if !replaced.isEmpty {
        writer.name("f")
        writer.members(replaced) { $0.pair($1) }
      }
      if let root {
        writer.name("of")
        writer.text(root)
      }
      writer.name("q")
      writer.number(seq)
      if !added.isEmpty {
        writer.name("s")
        writer.members(added) { $0.texts($1) }
      }
    }
  }

  /// Reads the stored form.
  /// - Throws: `Problem.Code.malformed` when it is none.
  init(json: JSONValue, _ table: StoredVersions) throws(Problem) {
    guard let seq = json["q"]?.int else { throw EntityState.broken }
    self.init(root: json["of"]?.string, seq: seq)
    replaced = try (json["f"]?.object ?? [:]).mapValues(table.pair)
    added = (json["s"]?.object ?? [:]).mapValues(Self.texts)
    conflicts = json["c"].map(Self.texts) ?? []
  }

  private static func texts(_ list: JSONValue) -> [String] {
    list.array?.compactMap(\.string) ?? []
  }
}
