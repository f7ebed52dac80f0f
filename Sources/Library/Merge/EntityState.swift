/// Everything the server keeps of one entity: its values, and for each the write that put it there.
///
/// One reference, whatever it holds: merging passes a state through many hands, and shares it with what is
/// stored.
public struct EntityState: Hashable, Sendable {
  /// All of it, as the only element: an array is shared until one of those who share it writes.
  private var parts: [Parts]

  private struct Parts: Hashable, Sendable {
    let entity: EntityKey
    var registers = Registers()
    var sets = ElementSets()
    let created: Version
    var last: Version
    var authored: AuthoredTrace
    var deletion: Version?
    var lifeSeq = 0
    var alias: AliasState?
    var shelved: AuthoredTrace?
    var isPurged = false
  }

  /// Makes the state of an entity that `version` creates, without fields.
  public init(_ entity: EntityKey, created version: Version) {
    self.init(entity, created: version, last: version, authored: AuthoredTrace(version))
  }

  /// Makes a state from its parts, for reading a stored one.
  init(_ entity: EntityKey, created: Version, last: Version, authored: AuthoredTrace) {
    parts = [Parts(entity: entity, created: created, last: last, authored: authored)]
  }

  /// Whether the entity is in Trash.
  public var isDeleted: Bool { deletion != nil }

  /// The sequence of the entity's last visible change.
  public var seq: Int { last.seq }
}

// MARK: Parts

extension EntityState {
  /// The entity.
  public var entity: EntityKey { parts[0].entity }

  /// Registers, groups, texts, single-writer and server fields by name.
  public internal(set) var registers: Registers {
    get { parts[0].registers }
    _modify { yield &parts[0].registers }
  }

  /// Sets by name, and their elements by `Schema.elementKey`.
  public internal(set) var sets: ElementSets {
    get { parts[0].sets }
    _modify { yield &parts[0].sets }
  }

  /// The write that made the entity.
  public var created: Version { parts[0].created }

  /// The last write that changed what a client sees.
  public internal(set) var last: Version {
    get { parts[0].last }
    _modify { yield &parts[0].last }
  }

  /// The last authored writes, which decide whether a deletion had seen them all.
  public internal(set) var authored: AuthoredTrace {
    get { parts[0].authored }
    _modify { yield &parts[0].authored }
  }

  /// The deletion that put the entity into Trash; nil while it lives.
  public internal(set) var deletion: Version? {
    get { parts[0].deletion }
    _modify { yield &parts[0].deletion }
  }

  /// The sequence at which `isDeleted` last changed; 0 when it never did.
  public internal(set) var lifeSeq: Int {
    get { parts[0].lifeSeq }
    _modify { yield &parts[0].lifeSeq }
  }

  /// What the entity stands for; nil when it always stood for itself.
  public internal(set) var alias: AliasState? {
    get { parts[0].alias }
    _modify { yield &parts[0].alias }
  }

  /// The last writes that put a book on this shelf, which decide whether its deletion had seen them
  /// all; nil for whatever is no shelf, and for an empty one.
  public internal(set) var shelved: AuthoredTrace? {
    get { parts[0].shelved }
    _modify { yield &parts[0].shelved }
  }

  /// Whether this is the skeleton of an entity whose values went from Trash for good.
  public internal(set) var isPurged: Bool {
    get { parts[0].isPurged }
    _modify { yield &parts[0].isPurged }
  }
}
