import Replica

/// One thing that happens in a simulated world.
enum Happening {
  /// The bytes of a message reach the server over a link.
  case serverReceives(link: Int, [UInt8])
  /// The bytes of a message reach the device over a link.
  case deviceReceives(link: Int, [UInt8])
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
  /// A device's disk has written a transaction, unless the device died since.
  case persisted(device: Int, number: Int, life: Int)
  /// A person edits on a device.
  case edit(device: Int)
  /// A device dies, and starts again from its disk.
  case deviceDies(device: Int)
  /// A device's clock jumps.
  case clockJumps(device: Int)
  /// The network of a device goes down for a while.
  case networkFails(device: Int)
  /// And comes back.
  case networkReturns(device: Int)
  /// The hub commits what waits.
  case commit(life: Int)
  /// A second has passed at the server.
  case tick
  /// The server dies between two events.
  case serverDies
  /// It starts again on its database.
  case serverStarts
}
