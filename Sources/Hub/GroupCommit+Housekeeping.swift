import Library
import Store

/// The server's own operations: they go into the log and out to everybody like any other.
extension GroupCommit {
  /// Lets go of the values of `keys`, which are in Trash; their history keeps them (SYNC §2, *Trash*).
  mutating func purge(_ keys: [EntityKey]) throws(StoreError) {
    let read = try snapshot.states(of: keys)
    for start in stride(from: 0, to: keys.count, by: Library.Limits.changesPerOperationMax) {
      let part = keys[start...].prefix(Library.Limits.changesPerOperationMax)
      let purgeable = part.compactMap { read[$0] }.filter(\.isPurgeable)
      guard !purgeable.isEmpty else { continue }
      let operation = try own([])
      head += 1
      let moment = Moment(seq: head, baseTime: time, now: time)
      for state in purgeable { put(state.purged(at: moment)) }
      logOwn(operation, .accepted(seq: head, .applied, conflict: nil))
    }
  }

  // MARK: Rebalancing

  /// Spreads the keys of every order in which one grew too long, in the same commit, so that nobody
  /// ever sees the long one stand (SYNC §2, *reorder*).
  mutating func rebalance() throws(StoreError) {
    let orders = unbalanced.sorted { Self.name(of: $0) < Self.name(of: $1) }
    unbalanced = []
    #if MUTANTS
      if Mutant.isOn(.ordersUnbalanced) { return }
    #endif
    for order in orders {
      let changes = Rebalance.changes(for: order, members: try members(of: order))
      for start in stride(from: 0, to: changes.count, by: Library.Limits.changesPerOperationMax) {
        let part = changes[start...].prefix(Library.Limits.changesPerOperationMax)
        let operation = try own(Array(part))
        let author = Author.server
        logOwn(operation, try merge(operation, by: author))
      }
    }
    // The server's own keys are short.
    unbalanced = []
  }

  private static func name(of order: Rebalance.Order) -> String {
    switch order {
    case .shelves: ""
    case .books(let shelf): shelf
    }
  }

  /// Who stands in `order` and where, as this transaction leaves it.
  private mutating func members(
    of order: Rebalance.Order
  ) throws(StoreError) -> [Rebalance.Member] {
    let stored: [EntityState]
    switch order {
    case .shelves: stored = try snapshot.shelves()
    case .books(let shelf): stored = try snapshot.books(onShelf: shelf)
    }
    var standing: [EntityKey: EntityState] = [:]
    for state in stored { standing[state.entity] = state }
    for key in written { standing[key] = states[key] ?? nil }
    return standing.values.compactMap { state in
      Self.position(of: state, in: order).map {
        Rebalance.Member(id: state.entity.id, position: $0)
      }
    }
  }

  private static func position(of state: EntityState, in order: Rebalance.Order) -> String? {
    switch order {
    case .shelves:
      state.entity.kind == "shelf" ? state.registers["position"]?.value.string : nil
    case .books(let shelf):
      state.entity.kind == "book"
        ? state.sets["shelves"]?[shelf]?.shown?.value["position"]?.string : nil
    }
  }
}
