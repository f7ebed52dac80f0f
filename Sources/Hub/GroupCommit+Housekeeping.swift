import Library
import Store

/// The server's own operations: they go into the log and out to everybody like any other.
extension GroupCommit {
  /// Lets go of the values of `keys`, which are in Trash; their history keeps them (SYNC §2, *Trash*).
  mutating func purge(_ keys: [EntityKey]) throws(StoreError) {
    for start in stride(from: 0, to: keys.count, by: Library.Limits.changesPerOperationMax) {
      let part = keys[start...].prefix(Library.Limits.changesPerOperationMax)
      let read = try snapshot.states(of: part)
      let purgeable = part.compactMap { read[$0] }.filter(\.isPurgeable)
      guard !purgeable.isEmpty else { continue }
      let operation = try own([])
      head += 1
      let moment = Moment(seq: head, baseTime: time, now: time)
      for state in purgeable { put(state.purged(at: moment)) }
      try logOwn(operation, .accepted(seq: head, .applied, conflict: nil))
      if isOverfull { try writeOut(with: progress(of: .server)) }
    }
  }

  // MARK: Rebalancing

  /// Shortens the keys that grew too long, in the same commit, so that nobody ever sees them stand (SYNC
  /// §2, *reorder*). An order in which more is to be done than one commit may do stays in `unbalanced`.
  mutating func rebalance(
    changesMax: Int = Limits.rebalancedPerCommitMax,
    readsMax: Int = Limits.rebalanceReadsPerCommitMax
  ) throws(StoreError) {
    let orders = unbalanced.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    unbalanced = []
    #if MUTANTS
      if Mutant.isOn(.ordersUnbalanced) { return }
    #endif
    var unfinished: Set<Rebalance.Order> = []
    var (changesLeft, readsLeft) = (changesMax, readsMax)
    for order in orders {
      guard changesLeft > 0, readsLeft > 0 else {
        unfinished.insert(order)
        continue
      }
      let members = try members(of: order)
      let step = Rebalance.step(for: order, members: members, changesMax: changesLeft)
      changesLeft -= step.changes.count
      readsLeft -= members.count
      let isTaken = try write(step.changes)
      // What was refused once would be again.
      if isTaken, !step.isLast { unfinished.insert(order) }
    }
    // The server's own keys are short.
    unbalanced = unfinished
  }

  /// Writes changes of the server's. False where some were refused.
  private mutating func write(_ changes: [Change]) throws(StoreError) -> Bool {
    var isTaken = true
    for start in stride(from: 0, to: changes.count, by: Library.Limits.changesPerOperationMax) {
      let part = changes[start...].prefix(Library.Limits.changesPerOperationMax)
      let operation = try own(Array(part))
      let result = try merge(operation, by: progress(of: .server))
      try logOwn(operation, result)
      if case .refused = result { isTaken = false }
      if isOverfull { try writeOut(with: progress(of: .server)) }
    }
    return isTaken
  }

  /// Who stands in `order` and where, as this transaction leaves it.
  private func members(of order: Rebalance.Order) throws(StoreError) -> [Rebalance.Member] {
    let kind = order == .shelves ? "shelf" : "book"
    let changed = Set(written.filter { $0.kind == kind }.map(\.id))
    let standing = try snapshot.places(in: order).filter { !changed.contains($0.id) }
    return standing
      + changed.compactMap { id in
        states[EntityKey(kind: kind, id: id)].flatMap { Rebalance.Member($0, in: order) }
      }
  }
}
