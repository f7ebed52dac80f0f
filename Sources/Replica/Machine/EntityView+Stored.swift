public import Library

/// The stored form of an entity, the same as in a browser: what a view shows of it, whole.
extension EntityView {
  /// Takes an entity back from its stored form.
  /// - Throws: `Problem.Code.malformed` when a member is missing or wrong.
  public init(json: JSONValue) throws(Problem) {
    guard let kind = json["kind"]?.string, let id = json["id"]?.string,
      let seq = json["seq"]?.int, let at = json["at"]?.int, let by = json["by"]?.string,
      let isDeleted = json["deleted"]?.bool, let fields = json["fields"]?.object
    else { throw Problem(.malformed, "A stored entity cannot be read.") }
    let key = EntityKey(kind: kind, id: id)
    self.init(key)
    var row = Row(key, seq: seq, at: at, by: by, set: fields, deleted: isDeleted)
    row.alias = json["alias"]?.string.map(Row.Alias.of)
    row.isPurged = json["purged"]?.bool ?? false
    apply(row)
  }

  /// The stored form.
  public var json: JSONValue {
    var members: JSONObject = [
      "kind": .string(entity.kind), "id": .string(entity.id), "seq": .int(seq), "at": .int(at),
      "by": .string(by), "deleted": .bool(isDeleted), "fields": .object(fields),
    ]
    members["alias"] = alias.map(JSONValue.string)
    if isPurged { members["purged"] = true }
    return .object(members)
  }
}
