import Library
import Store

/// What the server does by itself when time has passed.
extension SyncHub {
  /// Purges what has been in Trash for `Limits.trashMilliseconds`, and lets go of the pictures that no book
  /// has named for as long: a bounded part of it for each call, all of it within some calls.
  mutating func keepHouse(now: Int, _ outputs: inout [HubOutput]) {
    // A clock may be set back, too.
    guard now >= purgeDue || purgeDue - now > Limits.purgeIntervalMilliseconds else { return }
    purgeDue = now + Limits.purgeIntervalMilliseconds
    do throws(StoreError) {
      var libraries: [LibraryRecord] = []
      for account in try store.accounts() { libraries += try store.libraries(of: account.id) }
      let time = try passTime(until: now, libraries)
      for library in libraries {
        let count = try purge(library.id, asOf: time, now: now, &outputs)
        let areBlobsDone = try letGoOfBlobs(of: library.id, asOf: time)
        if count == Limits.purgedPerCommitMax || !areBlobsDone { purgeDue = now }
      }
    } catch {
      // It waits for the next time: nothing depends on it, and a full disk is told to those who save.
    }
  }

  /// Lets time pass, as far as the clock can be believed, and returns it. Where nobody has looked before it
  /// begins with the last commit.
  private func passTime(
    until now: Int, _ libraries: [LibraryRecord]
  ) throws(StoreError) -> Int {
    let last = min(libraries.map(\.time).max() ?? now, now)
    var passed = try store.credibleTime() ?? CredibleTime(time: last, clock: last)
    passed.pass(until: now, stepMax: Limits.credibleStepMilliseconds)
    try store.note(passed)
    return passed.time
  }

  /// Purges the first to be purged in one commit, which everybody hears of. Returns how many.
  private mutating func purge(
    _ library: String, asOf time: Int, now: Int, _ outputs: inout [HubOutput]
  ) throws(StoreError) -> Int {
    let due = try store.read(library) { snapshot throws(StoreError) in
      try snapshot.trash(
        before: time - Limits.trashMilliseconds, limit: Limits.purgedPerCommitMax)
    }
    guard !due.isEmpty else { return 0 }
    let (effect, page) = try store.commit(to: library) { snapshot throws(StoreError) in
      var commit = GroupCommit(on: snapshot, now: now)
      try commit.purge(due)
      return (commit.batch, commit.effect(results: []))
    }
    report(effect, page, of: [], library: library, &outputs)
    return due.count
  }

  /// Goes on where the long keys of an order were more than one commit may shorten.
  mutating func goOnBalancing(now: Int, _ outputs: inout [HubOutput]) {
    for (library, orders) in unbalanced.sorted(by: { $0.key < $1.key }) {
      unbalanced[library] = nil
      do throws(StoreError) {
        let (effect, page) = try store.commit(to: library) { snapshot throws(StoreError) in
          var commit = GroupCommit(on: snapshot, now: now)
          commit.unbalanced = orders
          try commit.rebalance()
          return (commit.batch, commit.effect(results: []))
        }
        report(effect, page, of: [], library: library, &outputs)
      } catch {
        // A full disk is told to those who save, and the next tick tries again; what is damaged stays so.
        if error == .full || error == .busy { unbalanced[library] = orders }
      }
    }
  }
}
