extension AliasState {
  /// The stored form `{q, of?, r?: {field: value}, s?: {field: [element]}, c?: [conflict]}`, `q` the
  /// sequence.
  var json: JSONValue {
    var members: [String: JSONValue] = ["q": .int(seq)]
    members["of"] = root.map(JSONValue.string)
    if !replaced.isEmpty { members["r"] = .object(replaced) }
    if !added.isEmpty { members["s"] = .object(added.mapValues(Self.list)) }
    if !conflicts.isEmpty { members["c"] = Self.list(conflicts) }
    return .object(members)
  }

  /// Reads the stored form; nil when it is none.
  init?(json: JSONValue) {
    guard let seq = json["q"]?.int else { return nil }
    self.init(root: json["of"]?.string, seq: seq)
    replaced = json["r"]?.object ?? [:]
    added = (json["s"]?.object ?? [:]).mapValues(Self.texts)
    conflicts = json["c"].map(Self.texts) ?? []
  }

  private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  private static func texts(_ list: JSONValue) -> [String] {
    list.array?.compactMap(\.string) ?? []
  }
}
