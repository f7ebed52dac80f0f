/// One operation on its way into the states it touches.
struct Merger {
  let author: Author
  /// The author as versions name them.
  private let writer: Version.Writer
  let moment: Moment
  /// Whether the operation was made before the server was restored.
  let isReturning: Bool

  /// What the changes so far left.
  private var states = EntityStates()
  private(set) var conflicts: [Conflict] = []
  private(set) var history: [HistoryEntry] = []
  private var outcome = Outcome.applied
  /// The alias that the change at hand is written to, where its author does not know it for one: what
  /// they had written to the entity by other names went to another book, as they saw it.
  var unheardAlias: EntityKey?
  /// The shelves that the change at hand put a book on.
  var shelves: Set<EntityKey> = []
  /// What the changes so far made, in that order, and whether somebody else may have made it as well.
  private var made: [(entity: EntityKey, mayBeTwin: Bool)] = []

  init(author: Author, moment: Moment, isReturning: Bool = false) {
    self.author = author
    writer = Version.Writer(device: author.device, incarnation: author.incarnation)
    self.moment = moment
    self.isReturning = isReturning
  }

  /// Applies one change to the state that earlier changes of the operation left, or to the stored
  /// one; what is said of an alias is said of the entity it stands for.
  mutating func apply(
    _ change: Change, from source: inout some MergeSource
  ) throws(Problem) {
    var change = change
    #if MUTANTS
      if Mutant.isOn(.progressShared), change.entity.kind == "progress" {
        let reading = change.entity.id.prefix { $0 != "~" }
        change.entity = EntityKey(kind: "progress", id: "\(reading)~shared")
      }
    #endif
    let stored = state(change.entity, from: &source)
    unheardAlias = unheard(change.entity, stored)
    let root = target(of: change, stored, from: &source)
    if root != change.entity {
      change.entity = root
      note(.aliased)
    }
    if let current = take(root, from: &source) {
      let state = try updated(current, by: change, from: &source)
      put(state)
      unheardAlias = nil
      if current.isDeleted != state.isDeleted { lifeChanged(of: state, from: &source) }
    } else if let new = try made(by: change, from: &source) {
      put(new)
      // An edit from before a restore is of a book that its maker has yet to bring back.
      made.append((root, mayBeTwin: change.life == .create || !isReturning))
      if new.entity.kind == Schema.aliasKind { joinAgain(by: new, from: &source) }
    }
    noteShelved(from: &source)
  }

  /// Joins what the operation made with what others made of the same: after all of its changes, of
  /// which a later one may say what a book is.
  mutating func joinTwins(from source: inout some MergeSource) {
    for (place, new) in made.enumerated() where new.mayBeTwin {
      guard let book = state(new.entity, from: &source), !book.isDeleted, book.alias?.root == nil
      else { continue }
      joinTwin(of: book, madeAfter: made[..<place].lazy.map(\.entity), from: &source)
    }
    noteShelved(from: &source)
  }

  private mutating func noteShelved(from source: inout some MergeSource) {
    for shelf in shelves.sorted(by: { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }) {
      noteShelved(on: shelf, from: &source)
    }
    shelves = []
  }

  /// `key`, where it is an alias and its author had not heard of that.
  private func unheard(_ key: EntityKey, _ state: EntityState?) -> EntityKey? {
    guard key.kind == Schema.bookKind, let alias = state?.alias, alias.root != nil,
      alias.seq > author.base
    else { return nil }
    return key
  }

  /// The entity that a change is for: an alias keeps its places in hand-made orders, and nothing else.
  private func target(
    of change: Change, _ state: EntityState?, from source: inout some MergeSource
  ) -> EntityKey {
    guard let state, state.alias?.root != nil, !isRewriting(change, of: state) else {
      return change.entity
    }
    return root(of: change.entity, from: &source)
  }

  /// What follows for other entities when one goes to Trash or comes back.
  private mutating func lifeChanged(of state: EntityState, from source: inout some MergeSource) {
    if state.entity.kind == Schema.aliasKind, state.isDeleted {
      separate(by: state.entity, from: &source)
    }
  }

  /// Gives the conflict records their ids and hands everything over.
  mutating func finish(operation: String, from source: inout some MergeSource) -> Applied {
    var number = 0
    var first: String?
    for conflict in conflicts {
      number = freeNumber(after: number, operation: operation, from: &source)
      let key = Conflict.key(operation: operation, number: number)
      first = first ?? key.id
      put(conflict.state(key, version: version()))
      if let alias = conflict.alias { states[alias]?.alias?.conflicts.append(key.id) }
    }
    return Applied(
      states: states.all, outcome: outcome, conflict: first, history: history)
  }

  /// The number of a conflict record that there is not yet. Operations may share the first 48
  /// characters of their ids, even thousands that mean no good, and no record takes the place of
  /// another.
  private mutating func freeNumber(
    after last: Int, operation: String, from source: inout some MergeSource
  ) -> Int {
    var (taken, free) = (last, last + 1)
    while state(Conflict.key(operation: operation, number: free), from: &source) != nil {
      (taken, free) = (free, 2 * free)
    }
    while free - taken > 1 {
      let middle = (taken + free) / 2
      let isFree = state(Conflict.key(operation: operation, number: middle), from: &source) == nil
      if isFree { free = middle } else { taken = middle }
    }
    return free
  }

  // MARK: States

  /// The state as it stands after the changes so far; nil when nobody has made the entity.
  func state(_ key: EntityKey, from source: inout some MergeSource) -> EntityState? {
    states[key] ?? source.state(of: key)
  }

  /// The same, to be written and put back: a value in two places would be copied.
  mutating func take(_ key: EntityKey, from source: inout some MergeSource) -> EntityState? {
    states.take(key) ?? source.state(of: key)
  }

  /// Stores a state as the operation leaves it.
  mutating func put(_ state: EntityState) {
    states[state.entity] = state
  }

  // MARK: Stamps and outcomes

  /// Whether the author had seen what `version` wrote, by the name that they have for it.
  func hasSeen(_ version: Version) -> Bool { reader.hasSeen(version) }

  /// The author as one who writes to this alias alone.
  var reader: Author { unheardAlias.map { author.writing(to: $0.id) } ?? author }

  /// The version of what this operation writes: within the server's bounds, and after everything
  /// in `seen` (SYNC §2: causality beats clocks).
  func version(after seen: Version?...) -> Version {
    var stamp = moment.bounded(author.at)
    for version in seen {
      if let version { stamp = max(stamp, version.stamp + 1) }
    }
    let writer =
      unheardAlias == nil
      ? writer : Version.Writer(device: author.device, incarnation: reader.incarnation)
    return Version(stamp: stamp, seq: moment.seq, writer: writer, n: author.n)
  }

  /// Takes note that something concurrent was met; the gravest outcome is the operation's.
  mutating func note(_ met: Outcome) {
    if met.gravity > outcome.gravity { outcome = met }
  }

  /// Keeps the loser of two concurrent unequal writes.
  mutating func record(_ conflict: Conflict) {
    #if MUTANTS
      if Mutant.isOn(.losersDropped) { return note(.conflict) }
    #endif
    conflicts.append(conflict)
    note(.conflict)
  }

  /// Says of the conflicts from `index` on that they go with the alias `key`.
  mutating func mark(conflictsFrom index: Int, asOf key: EntityKey) {
    for index in conflicts.indices[index...] { conflicts[index].alias = key }
  }

  /// Puts an entry into the history; it is a person's where what it says is, unless `isAuthored` says
  /// otherwise. Marks and records of the server have none: they tell of changes that have entries of
  /// their own.
  mutating func tell(
    _ subject: HistoryEntry.Subject, of entity: EntityKey, _ version: Version, from: JSONValue?,
    to: JSONValue?, written: JSONValue? = nil, isAuthored: Bool = true, base: Int? = nil
  ) {
    var isAuthored = isAuthored
    switch subject {
    case .field(let field), .element(let field, _):
      if let spec = Schema.field(field, of: entity.kind) {
        guard spec.mergeClass != .server else { return }
        isAuthored = isAuthored && spec.isAuthored
      }
    case .life: break
    }
    // People read who wrote it; by which name, merging alone asks.
    let own = Version(stamp: version.stamp, seq: version.seq, writer: writer, n: author.n)
    history.append(
      HistoryEntry(
        entity, subject, version: own, from: from, to: to, written: written,
        isAuthored: isAuthored, base: base, alias: unheardAlias?.id))
  }
}

extension Outcome {
  fileprivate var gravity: Int {
    switch self {
    case .applied, .duplicate, .refused: 0
    case .merged: 1
    case .conflict: 2
    case .aliased: 3
    case .revived: 4
    }
  }
}
