import Library

/// The smallest server there can be: the merge, a sequence, the time of each commit, and a history.
struct MergeServer {
  private(set) var library: MemoryLibrary
  private(set) var head = 0
  private var commitTimes = [0]

  var states: [EntityKey: EntityState] { library.states }

  init(forgets: Bool = false, isStored: Bool = false) {
    library = MemoryLibrary(forgets: forgets, isStored: isStored)
  }

  /// Merges `operation`; a refused one leaves no trace.
  mutating func push(
    _ operation: Operation, device: String, incarnation: String = "i1", now: Int
  ) throws(Problem) -> Applied {
    library.stepsLeft = Limits.mergeStepsPerCommitMax
    let moment = moment(now: now, base: operation.base)
    let applied = try Merge.apply(
      operation, device: device, incarnation: incarnation, moment: moment, from: &library)
    library.take(applied)
    commit(moment)
    return applied
  }

  /// Empties an entity in Trash, as the server does when it has been there for long enough.
  mutating func purge(_ key: EntityKey, now: Int) {
    guard let state = states[key], state.isPurgeable else { return }
    let moment = moment(now: now, base: head)
    library.take(Applied(states: [state.purged(at: moment)], outcome: .applied))
    commit(moment)
  }

  private func moment(now: Int, base: Int) -> Moment {
    Moment(
      seq: head + 1, baseTime: commitTimes[min(max(base, 0), head)],
      now: max(now, commitTimes[head]))
  }

  private mutating func commit(_ moment: Moment) {
    head += 1
    commitTimes.append(moment.now)
  }

  /// The rows that a pull from `cursor` gets, by entity.
  func rows(since cursor: Int) -> [Row] {
    states.values.compactMap { $0.row(since: cursor) }
      .sorted { ($0.entity.kind, $0.entity.id) < ($1.entity.kind, $1.entity.id) }
  }

  /// What a client that has pulled everything shows, by `kind/id`.
  var views: [String: EntityView] {
    var views: [String: EntityView] = [:]
    for row in rows(since: 0) {
      var view = EntityView(row.entity)
      view.apply(row)
      views[row.entity.kind + "/" + row.entity.id] = view
    }
    return views
  }
}

/// A library in memory, with everything that merging asks of one.
struct MemoryLibrary: MergeSource {
  /// Whether it has let go of what texts were before.
  let forgets: Bool
  /// Whether entities go through their texts.
  let isStored: Bool
  private(set) var states: [EntityKey: EntityState] = [:]
  private(set) var entries: [HistoryEntry] = []
  /// How many states merging has asked for so far.
  private(set) var statesAsked = 0
  var stepsLeft = Limits.mergeStepsPerCommitMax

  init(forgets: Bool = false, isStored: Bool = false) {
    self.forgets = forgets
    self.isStored = isStored
  }

  mutating func take(_ applied: Applied) {
    for state in applied.states { states[state.entity] = isStored ? read(state) : state }
    entries += applied.history
  }

  private func read(_ state: EntityState) -> EntityState {
    guard let read = try? EntityState(stored: Array(state.storedText.utf8)) else {
      preconditionFailure("what is written can be read")
    }
    return read
  }

  mutating func state(of key: EntityKey) -> EntityState? {
    statesAsked += 1
    return states[key]
  }

  func text(of field: String, in key: EntityKey, seenBy author: Author) -> SeenText {
    if forgets { return .forgotten }
    let seen = entries.last {
      $0.entity == key && $0.subject == .field(field) && author.hasSeen($0.version)
    }
    guard let seen else { return .kept(.null) }
    // What an author has pulled they saw as it was merged, what they have only sent as they wrote it.
    let isPulled = seen.version.seq <= author.base
    return .kept((isPulled ? nil : seen.written) ?? seen.to ?? .null)
  }

  func books(identifiedBy identifier: String) -> [EntityKey] {
    states.values.filter {
      $0.entity.kind == "book" && $0.sets["identifiers"]?[identifier]?.shown != nil
    }.sorted { $0.created.seq < $1.created.seq }.map(\.entity)
  }

  func isMakingSeen(of key: EntityKey, by author: Author) -> Bool {
    entries.contains {
      $0.entity == key && $0.subject == .life && $0.to == .string(HistoryEntry.created)
        && author.hasSeen($0.version)
    }
  }

  func history(of key: EntityKey) -> [HistoryEntry] {
    entries.filter { $0.entity == key && $0.isAuthored }
  }
}
