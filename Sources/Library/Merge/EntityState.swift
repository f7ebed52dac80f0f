/// Everything the server keeps of one entity: its values, and for each the write that put it there.
public struct EntityState: Hashable, Sendable {
  /// The entity.
  public let entity: EntityKey
  /// Registers, groups, texts, single-writer and server fields by name.
  public internal(set) var registers = Registers()
  /// Sets by name, and their elements by `Schema.elementKey`.
  public internal(set) var sets = ElementSets()
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
  /// What the entity stands for; nil when it always stood for itself.
  public internal(set) var alias: AliasState?
  /// The last writes that put a book on this shelf, which decide whether its deletion had seen them
  /// all; nil for whatever is no shelf, and for an empty one.
  public internal(set) var shelved: AuthoredTrace?
  /// Whether this is the skeleton of an entity whose values went from Trash for good.
  public internal(set) var isPurged = false

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
