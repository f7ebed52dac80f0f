/// One entity's part of an operation (SYNC §2).
public struct Change: Hashable, Sendable {
  /// What the change does to the entity as a whole.
  public enum Life: Hashable, Sendable {
    /// Only fields change.
    case keep
    /// The entity is made.
    case create
    /// The entity goes to Trash.
    case delete
    /// The entity comes back from Trash.
    case restore
  }

  /// The entity that changes.
  public var entity: EntityKey
  /// What happens to the entity as a whole.
  public var life: Life
  /// New values of registers, groups, texts and single-writer fields.
  public var set: JSONObject
  /// Elements to put into sets, each with its value or null.
  public var add: ByName<JSONObject>
  /// Elements to take out of sets.
  public var del: ByName<[String]>

  /// Makes a change; what is left out changes nothing.
  public init(
    _ entity: EntityKey, life: Life = .keep, set: JSONObject = [:],
    add: ByName<JSONObject> = [:], del: ByName<[String]> = [:]
  ) {
    self.entity = entity
    self.life = life
    self.set = set
    self.add = add
    self.del = del
  }
  /// Whether the change says anything of fields, beside what happens to the entity as a whole.
  public var hasFields: Bool { !set.isEmpty || !add.isEmpty || !del.isEmpty }
}
