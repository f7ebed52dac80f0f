/// What merging asks of the library as it stands (SYNC §2): the store answers on the server, tests
/// answer from memory.
///
/// All answers are of one moment, and include what earlier operations of the same transaction did.
public protocol MergeSource {
  /// The stored state of an entity, skeletons included; nil when nobody has made it.
  mutating func state(of key: EntityKey) -> EntityState?

  /// The text of a field that `author` had in front of them: of the writes they had seen, the latest
  /// (what they wrote themselves as they wrote it, not as it was merged).
  mutating func text(of field: String, in key: EntityKey, seenBy author: Author) -> SeenText

  /// The books that hold the identifier (`isbn:9780…`), in the order of their making, of many at least
  /// the first `Limits.twinsLookedAtMax`; whether they live, or are aliases, is for the caller to see.
  mutating func books(identifiedBy identifier: String) -> [EntityKey]

  /// Whether the author had seen the entity be made: by its history, which may tell of more than one
  /// making. False where it is too long to be looked through.
  mutating func isMakingSeen(of key: EntityKey, by author: Author) -> Bool

  /// Everything authored that ever happened to an entity, oldest first: what a purged one is made
  /// whole from.
  mutating func history(of key: EntityKey) -> [HistoryEntry]

  /// Steps that the author may still cause (`Limits.mergeStepsPerCommitMax`): of comparing texts, which
  /// merging counts off, and of looking through the past, which the source does. Less than none once the
  /// last took more than was left.
  var stepsLeft: Int { get set }
}

/// What is known of a text that an author had in front of them.
public enum SeenText: Hashable, Sendable {
  /// This was it; null where the field was empty.
  case kept(JSONValue)
  /// It is no longer kept, or lies too far back to be looked for.
  case forgotten
}
