/// A library as a whole: everything but its entities and its log.
package struct LibraryRecord: Hashable, Sendable {
  /// Where the library was restored from a backup.
  package struct Restore: Hashable, Sendable {
    /// The epoch that ended there.
    package var epoch: String
    /// Its head in the backup: up to there its past is this library's own.
    package var head: Int

    /// Makes an entry.
    package init(epoch: String, head: Int) {
      self.epoch = epoch
      self.head = head
    }
  }

  /// The library's id.
  package var id: String
  /// The account that owns it.
  package var account: String
  /// What people call it.
  package var name: String
  /// Made with the database, and anew by a restore: cursors of another epoch mean nothing here.
  package var epoch: String
  /// The epochs that it has a past in common with, and up to where: those that it descends from,
  /// oldest first, and among them those that branched off them and were given up by a restore.
  package var restores: [Restore] = []
  /// When it was made, in milliseconds since 1970 UTC.
  package var created: Int
  /// The sequence of its last operation; 0 when it has none.
  package var head: Int
  /// The latest server time of its commits, in milliseconds since 1970 UTC. It never runs back,
  /// whatever the machine's clock does.
  package var time: Int
  /// Its head at the last completed backup; 0 when there was none.
  package var watermark: Int

  /// Makes the record of a new, empty library.
  package init(id: String, account: String, name: String, epoch: String, created: Int) {
    self.id = id
    self.account = account
    self.name = name
    self.epoch = epoch
    self.created = created
    self.head = 0
    self.time = created
    self.watermark = 0
  }

  /// What an author whose `base` counts in `epoch` had seen of this library (SYNC §3, *Resume*).
  ///
  /// Of another epoch it is what that one and this library have in common: nothing, where the library
  /// does not descend from it. A base that the library has not reached stands for all there is.
  package func base(_ base: Int, in epoch: String?) -> Int {
    guard let epoch, epoch != self.epoch else { return min(base, head) }
    guard let index = restores.firstIndex(where: { $0.epoch == epoch }) else { return 0 }
    return restores[index...].reduce(base) { min($0, $1.head) }
  }

  /// Takes over the epochs of `replaced`, in whose place this library was restored, as far as the two have
  /// a past in common: whoever worked there between two restores had seen that much.
  package mutating func takeOverEpochs(of replaced: LibraryRecord) {
    let theirs = replaced.restores.map(\.epoch) + [replaced.epoch]
    // Up to its head of each shared epoch the one library is what that epoch was, and so is the other.
    let common = theirs.filter(knows).map { min(base(.max, in: $0), replaced.base(.max, in: $0)) }
    guard let common = common.max(), common > 0 else { return }
    for epoch in theirs where !knows(epoch) {
      let head = min(replaced.base(.max, in: epoch), common)
      // Behind those that reach less far, before those that reach as far: so none is cut short.
      let place = restores.firstIndex { base(.max, in: $0.epoch) >= head } ?? restores.endIndex
      restores.insert(Restore(epoch: epoch, head: head), at: place)
    }
  }

  private func knows(_ epoch: String) -> Bool {
    epoch == self.epoch || restores.contains { $0.epoch == epoch }
  }
}
