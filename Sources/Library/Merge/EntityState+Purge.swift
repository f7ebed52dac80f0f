extension EntityState {
  /// Whether the server may purge the entity once it has been in Trash for long enough: it is there,
  /// still has values, and waits for nobody to see what became of it (SYNC §2, *Trash*).
  public var isPurgeable: Bool {
    isDeleted && !isPurged && registers[Schema.recoveredField]?.value.isNull ?? true
  }

  /// The skeleton that stays for ever when the values of an entity in Trash go for good: of its
  /// stored form, at most 64 bytes beside kind and id (SYNC §2, *Trash*).
  ///
  /// It is the server's write at `moment`. What the entity was, and who deleted it, is in its history,
  /// from where a concurrent edit or a restore makes it whole.
  public func purged(at moment: Moment) -> EntityState {
    precondition(isPurgeable, "only what is in Trash is purged")
    return EntityState(
      skeletonOf: entity, seq: moment.seq, stamp: moment.now, deletedSeq: deletion?.seq ?? 0)
  }

  /// Makes a skeleton from its parts. Nobody's own device is among them: only by its sequence is the
  /// deletion known, until the history tells the rest.
  package init(skeletonOf key: EntityKey, seq: Int, stamp: Int, deletedSeq: Int) {
    let purge = Version(
      stamp: stamp, seq: seq, device: Author.server, incarnation: "", n: 0)
    let deletion = Version(stamp: 0, seq: deletedSeq, device: "", incarnation: "", n: 0)
    self.init(key, created: deletion, last: purge, authored: AuthoredTrace(deletion))
    self.deletion = deletion
    lifeSeq = deletedSeq
    isPurged = true
  }

  /// The entity in Trash as it was before its values went, as far as `history`, oldest first, has
  /// kept it: what people wrote, and who deleted it. All of it shows anew at `seq`, since clients have
  /// dropped it; and so does that the rest is nothing, to a client that has not heard of the purge.
  /// Nil when the history tells nothing.
  package func whole(from history: [HistoryEntry], seq: Int) -> EntityState? {
    let history = history.map(\.asMerged)
    guard let creation = history.first else { return nil }
    var state = EntityState(entity, created: creation.version)
    // Of what came back from before a restore the deletion may be the first that was heard.
    if !creation.isEdit { state.authored = .nothing }
    for entry in history where entry.version.seq <= last.seq {
      state.replay(entry, of: history, seq: seq)
    }
    state.deletion = state.deletion ?? deletion
    for field in Schema.unkeptFields(of: entity.kind) where state.registers[field] == nil {
      state.registers[field] = VersionedValue(.null, creation.version, seq: seq)
    }
    state.lifeSeq = seq
    state.last = last
    return state
  }

  private mutating func replay(_ entry: HistoryEntry, of history: [HistoryEntry], seq: Int) {
    if entry.isEdit { authored.note(entry.version) }
    switch entry.subject {
    case .field(let field):
      guard entry.from != entry.to else { return replayAgain(entry, field, seq: seq) }
      let back = entry.base.map { base in history.filter { $0.version.seq == base } } ?? []
      let standing = back.first { $0.subject == entry.subject } ?? back.first ?? entry
      registers[field] = VersionedValue(entry.to ?? .null, standing.version, seq: seq)
    case .element(let field, let name):
      // What changed nothing, and does not say what it had seen, is not among the adds.
      guard entry.from != entry.to || entry.base != nil else { return }
      let key = Schema.elementKey(name, of: field, in: entity.kind)
      var element = sets[field]?[key] ?? ElementState(name: name, adds: [], seq: seq)
      element.name = name
      element.replay(entry, seq: seq)
      sets[field, default: [:]][key] = element
    case .life:
      // Only what stood for itself goes to Trash; who heard of the alias alone hears of that too.
      if entry.to == .string(Life.separated) { alias = AliasState(root: nil, seq: seq) }
      deletion = entry.to == .string(Life.deleted) ? entry.version : nil
    }
  }

  /// A write that lost, for which it says what was written, changed nothing. Of writes of the same
  /// value the greatest is the one by which it stands.
  private mutating func replayAgain(_ entry: HistoryEntry, _ field: String, seq: Int) {
    guard entry.written == nil, let old = registers[field], old.value == entry.to,
      entry.version.wins(over: old.version)
    else { return }
    registers[field] = VersionedValue(old.value, entry.version, seq: seq)
  }

  /// What a history says of the life of an entity.
  enum Life {
    static let created = HistoryEntry.created
    static let deleted = "deleted"
    static let restored = "restored"
    static let revived = "revived"
    static let aliased = "aliased"
    static let separated = "separated"
  }
}

extension HistoryEntry {
  /// The entry with the version as values have it: by the name that its author wrote to.
  fileprivate var asMerged: HistoryEntry {
    guard let alias else { return self }
    var entry = self
    entry.version = Version(
      stamp: version.stamp, seq: version.seq, device: version.device,
      incarnation: Author.incarnation(version.incarnation, writingTo: alias), n: version.n)
    return entry
  }

  /// What it says of an entity's life that was made by it.
  public static let created = "created"

  /// Whether a deletion must have seen it: another deletion is no edit, nor is that it was of no effect.
  fileprivate var isEdit: Bool {
    let deletions = [EntityState.Life.deleted, EntityState.Life.revived].map(JSONValue.string)
    return isAuthored && !(subject == .life && deletions.contains(to ?? .null))
  }
}

extension ElementState {
  fileprivate mutating func replay(_ entry: HistoryEntry, seq: Int) {
    guard let shown = entry.to else {
      adds = []
      removed = entry.version
      return
    }
    if let base = entry.base {
      let author = Author(
        device: entry.version.device, incarnation: entry.version.incarnation, n: entry.version.n,
        base: base, at: entry.version.stamp)
      adds.removeAll { author.hasSeen($0.version) }
    } else {
      adds = []
    }
    // Who took their own away, and left that of another in its place, added nothing.
    let isRemoval = entry.written == nil && adds.contains { $0.value == shown }
    if isRemoval {
      removed = entry.version
    } else {
      adds.append(VersionedValue(entry.written ?? shown, entry.version, seq: seq))
    }
  }
}
