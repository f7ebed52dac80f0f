/// A library as a whole: everything but its entities and its log.
package struct LibraryRecord: Hashable, Sendable {
  /// The library's id.
  package var id: String
  /// The account that owns it.
  package var account: String
  /// What people call it.
  package var name: String
  /// Made with the database, and anew by a restore: cursors of another epoch mean nothing here.
  package var epoch: String
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
}
