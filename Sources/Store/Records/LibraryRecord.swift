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
  /// The epochs that it descends from, oldest first.
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
}
