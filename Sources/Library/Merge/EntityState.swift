/// Everything the server keeps of one entity: its values, and for each the write that put it there.
public struct EntityState: Hashable, Sendable {
  /// The entity.
  public let entity: EntityKey
  /// Registers, groups, texts, single-writer and server fields by name.
  public internal(set) var registers: [String: VersionedValue] = [:]
  /// Sets by name, and their elements by folded name (`Text.folded`).
  public internal(set) var sets: [String: [String: ElementState]] = [:]
  /// The write that made the entity.
  public let created: Version
  /// The last write that changed what a client sees.
  public internal(set) var last: Version
  /// The last authored writes, which decide whether a deletion had seen them all.
  public internal(set) var authored: AuthoredTrace
  /// The deletion that put the entity into Trash; nil while it lives.
  public internal(set) var deletion: Version?
  /// The sequence at which `isDeleted` last changed; 0 when it never did.
  public internal(set) var lifeSeq = 0

  /// Makes the state of an entity that `version` creates, without fields.
  public init(_ entity: EntityKey, created version: Version) {
    self.init(entity, created: version, last: version, authored: AuthoredTrace(version))
  }

  /// Makes a state from its parts, for reading a stored one.
  init(_ entity: EntityKey, created: Version, last: Version, authored: AuthoredTrace) {
    self.entity = entity
    self.created = created
    self.last = last
    self.authored = authored
  }

  /// Whether the entity is in Trash.
  public var isDeleted: Bool { deletion != nil }

  /// The sequence of the entity's last visible change.
  public var seq: Int { last.seq }
}

/// The last authored write of an entity, and the last by anyone else: two suffice to tell whether
/// an author has seen all of them, since everyone has seen their own.
public struct AuthoredTrace: Hashable, Sendable {
  /// The last authored write.
  public private(set) var last: Version
  /// The last authored write by another author than that of `last`.
  public private(set) var other: Version?

  /// Makes a trace.
  public init(_ last: Version, other: Version? = nil) {
    self.last = last
    self.other = other
  }

  /// Takes note of the authored write `version`.
  mutating func note(_ version: Version) {
    if !version.hasSameAuthor(as: last) { other = last }
    last = version
  }

  /// An authored write that `author` had not seen, the latest one, or nil when there is none.
  func unseen(by author: Author) -> Version? {
    if !author.hasSeen(last) { return last }
    if let other, !author.hasSeen(other) { return other }
    return nil
  }
}
