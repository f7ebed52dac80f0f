import Replica

/// One thing on a world's agenda.
enum Happening {
  /// An item of the script is due.
  case deed(Script.Item)
  /// The bytes of a message reach the server over a link.
  case serverReceives(link: Int, [UInt8])
  /// The bytes of a message reach the device over a link, with what was durable when they left.
  case deviceReceives(link: Int, [UInt8], durable: Int)
  /// A link's handshake is done.
  case linkOpens(link: Int)
  /// The device notices that a link is gone.
  case deviceLoses(link: Int, code: UInt16)
  /// The server notices that a link is gone.
  case serverLoses(link: Int)
  /// The server's out-buffer for a link fills up.
  case linkCongests(link: Int)
  /// It drains again.
  case linkDrains(link: Int)
  /// A timer of a device goes off, unless it was set anew or taken back since.
  case timer(device: Int, ReplicaTimer, setting: Int)
  /// A device's disk has written a transaction, or found no room, unless the device died since.
  case persisted(device: Int, number: Int, life: Int)
  /// The network of a device comes back.
  case networkReturns(device: Int)
  /// There is room on the device's disk again.
  case diskEmpties(device: Int)
  /// There is room on the server's disk again.
  case serverDiskEmpties
  /// The hub commits what waits.
  case commit(life: Int)
  /// Time has passed at the server.
  case tick(life: Int)
  /// A day has passed at the server.
  case day
  /// The server starts again on its database.
  case serverStarts
}
