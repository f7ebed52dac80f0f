/// What takes an operation back as things are now, to be made an operation of its own.
public struct Undoing: Hashable, Sendable {
  /// Something that stays as it is.
  public struct Left: Hashable, Sendable {
    /// Of this entity.
    public let entity: EntityKey
    /// This field; nil for all of the entity.
    public let field: String?
  }

  /// The changes; none where nothing is to be taken back.
  public internal(set) var changes: [Change] = []
  /// The texts that those of `changes` are made from: what the person sees now.
  public internal(set) var was: [EntityKey: JSONObject] = [:]
  /// What cannot be taken back without losing what others, or later edits, made of it.
  public internal(set) var left: [Left] = []
}
