/// One operation on its way into the states it touches.
struct Merger {
  let author: Author
  let moment: Moment

  private var states: [EntityKey: EntityState] = [:]
  private var order: [EntityKey] = []
  private var conflicts: [Conflict] = []
  private var outcome = Outcome.applied

  init(author: Author, moment: Moment) {
    self.author = author
    self.moment = moment
  }

  /// Applies one change to the state that earlier changes of the operation left, or to the stored
  /// one.
  mutating func apply(
    _ change: Change, stored: (EntityKey) -> EntityState?
  ) throws(Problem) {
    let key = change.entity
    if let current = states.removeValue(forKey: key) ?? stored(key) {
      states[key] = try updated(current, by: change)
    } else if let new = try made(by: change) {
      states[key] = new
    } else {
      return
    }
    if !order.contains(key) { order.append(key) }
  }

  /// Gives the conflict records their ids and hands everything over.
  func finish(operation: String, stored: (EntityKey) -> EntityState?) -> Applied {
    var result = order.compactMap { states[$0] }
    var number = 0
    var first: String?
    for conflict in conflicts {
      var key: EntityKey
      // Two operations may share the first 48 characters of their ids; no record takes the place
      // of another.
      repeat {
        number += 1
        key = Conflict.key(operation: operation, number: number)
      } while stored(key) != nil
      first = first ?? key.id
      result.append(conflict.state(key, version: version()))
    }
    return Applied(states: result, outcome: outcome, conflict: first)
  }

  // MARK: Stamps and outcomes

  /// The version of what this operation writes: within the server's bounds, and after everything
  /// in `seen` (SYNC §2: causality beats clocks).
  func version(after seen: Version?...) -> Version {
    var stamp = moment.bounded(author.at)
    for version in seen {
      if let version { stamp = max(stamp, version.stamp + 1) }
    }
    return Version(
      stamp: stamp, seq: moment.seq, device: author.device, incarnation: author.incarnation,
      n: author.n)
  }

  /// Takes note that something concurrent was met; the gravest outcome is the operation's.
  mutating func note(_ met: Outcome) {
    if met.gravity > outcome.gravity { outcome = met }
  }

  /// Keeps the loser of two concurrent unequal writes.
  mutating func record(_ conflict: Conflict) {
    conflicts.append(conflict)
    note(.conflict)
  }
}

extension Outcome {
  fileprivate var gravity: Int {
    switch self {
    case .applied, .duplicate, .refused: 0
    case .merged: 1
    case .aliased: 2
    case .conflict: 3
    case .revived: 4
    }
  }
}
