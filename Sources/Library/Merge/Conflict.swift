/// Two concurrent unequal writes of one field or element: both are kept, one in place and one here,
/// and people see both (SYNC §2).
struct Conflict {
  let entity: EntityKey
  let field: String
  /// The element of a set whose values differ; nil for a register.
  let element: String?
  let kept: VersionedValue
  let lost: VersionedValue
  /// The alias whose joining made it, if one did.
  var alias: EntityKey?

  /// The id of a conflict record: it follows from the operation's, so that a replay makes the same.
  static func key(operation: String, number: Int) -> EntityKey {
    let suffix = "-\(number)"
    return EntityKey(
      kind: Schema.conflictKind,
      id: operation.prefix(Limits.conflictIdPrefixLength) + suffix)
  }

  /// The record as an entity, which syncs to every device like any other.
  func state(_ key: EntityKey, version: Version) -> EntityState {
    var state = EntityState(key, created: version)
    var fields: JSONObject = [
      "entity": .object(["e": .string(entity.kind), "id": .string(entity.id)]),
      "field": .string(field),
      "kept": Self.json(kept),
      "lost": Self.json(lost),
    ]
    if let element { fields["element"] = .string(element) }
    state.registers = Registers(fields.mapValues { VersionedValue($0, version) })
    return state
  }

  private static func json(_ side: VersionedValue) -> JSONValue {
    .object([
      "value": side.value, "by": .string(side.version.device), "at": .int(side.version.stamp),
    ])
  }
}
