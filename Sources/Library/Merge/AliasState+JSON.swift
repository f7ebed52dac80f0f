extension AliasState {
  /// The stored form `{q, of?, f?: {field: [value, version, echo…]}, s?: {field: [element]},
  /// c?: [conflict]}`, `q` the sequence; versions point into `table`.
  func json(_ table: inout VersionTable) -> JSONValue {
    var members: JSONObject = ["q": .int(seq)]
    members["of"] = root.map(JSONValue.string)
    if !replaced.isEmpty { members["f"] = .object(replaced.mapValues { table.pair($0) }) }
    if !added.isEmpty { members["s"] = .object(added.mapValues(Self.list)) }
    if !conflicts.isEmpty { members["c"] = Self.list(conflicts) }
    return .object(members)
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

  private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  private static func texts(_ list: JSONValue) -> [String] {
    list.array?.compactMap(\.string) ?? []
  }
}
