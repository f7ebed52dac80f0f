import Library
import Replica

/// A device: the real replica, a disk that survives its deaths, and a wrong clock.
struct SimulatedDevice {
  /// A transaction that the disk is writing.
  struct Write {
    let number: Int
    let batch: Batch
  }

  let index: Int
  var replica: ReplicaMachine
  var disk: Stored?
  var writing: Write?
  /// Counts starts, so that what was meant for an earlier one finds nobody.
  var life = 0
  var clockError: Int
  var isNetworkUp = true
  var link: Int?
  /// How often each timer was set; one that goes off for an earlier setting is no more.
  var timerSettings: [ReplicaTimer: Int] = [:]
  /// Ops that the replica said survive a crash.
  var settled: Set<String> = []
  /// The cursor and epoch last seen, which may only go forward.
  var lastCursor = 0
  var lastEpoch: String?

  /// The token's hash that the server knows the device by.
  static func secret(_ index: Int) -> [UInt8] {
    [UInt8(index + 1)] + [UInt8](repeating: 7, count: 31)
  }

  /// The device's id at the server.
  static func id(_ index: Int) -> String { "device-\(index)" }

  /// What the device writes down becomes what it will start from.
  mutating func write(_ batch: Batch) {
    if disk == nil {
      disk = Stored(
        checkpoint: batch.checkpoint ?? replica.checkpoint, entities: [], operations: [])
    }
    disk?.apply(batch)
  }
}
