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
}
