/// The current values of what changed in one entity since a cursor (SYNC §3).
///
/// Catching up costs as much as what changed: `set` and `add` hold only the fields and elements
/// whose last write came after the cursor, with their values as they stand now.
public struct Row: Hashable, Sendable {
  /// The entity.
  public var entity: EntityKey
  /// The sequence of the entity's last change.
  public var seq: Int
  /// The stamp of that change, in milliseconds since 1970 UTC.
  public var at: Int
  /// The device that made it.
  public var by: String
  /// Values of registers, groups, texts and single-writer fields; null is a value.
  public var set: JSONObject
  /// Elements now in sets, with their values.
  public var add: ByName<JSONObject>
  /// Elements that left sets.
  public var del: ByName<[String]>
  /// True in every row of an entity in Trash; false where it lives again since the cursor; else nil.
  public var deleted: Bool?
  /// Whether the entity stands for another now, when that changed since the cursor.
  public var alias: Alias?
  /// Whether its values went from Trash for good: whoever keeps some drops them.
  public var isPurged = false

  /// What an entity stands for.
  public enum Alias: Hashable, Sendable {
    /// The entity of the same kind with this id.
    case of(String)
    /// Itself, again.
    case none
  }

  /// Makes a row from its parts.
  public init(
    _ entity: EntityKey, seq: Int, at: Int, by: String, set: JSONObject = [:],
    add: ByName<JSONObject> = [:], del: ByName<[String]> = [:], deleted: Bool? = nil
  ) {
    self.entity = entity
    self.seq = seq
    self.at = at
    self.by = by
    self.set = set
    self.add = add
    self.del = del
    self.deleted = deleted
  }
}
