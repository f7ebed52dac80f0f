import Library
import Replica

/// A device: the real replica, a disk that survives its deaths, and a wrong clock.
struct SimulatedDevice {
  /// A transaction that the disk is writing.
  struct Write {
    let number: Int
    let batch: Batch
  }

  /// What another tab of a browser shows.
  struct OtherTab {
    let replica: ReplicaMachine
    /// The ids of the edits since.
    var edits: [String] = []
  }

  let index: Int
  /// Whose token it has: a clone has its original's.
  let identity: Int
  /// Whether it is an older client, which knows nothing of epochs, aliases and purges.
  let isOlder: Bool
  var replica: ReplicaMachine
  var disk: Stored?
  /// What somebody copied of the disk.
  var copy: Stored?
  var writing: Write?
  var isDiskFull = false
  /// Whether the disk ever refused a write: what is acked may then be kept in memory alone.
  var hasRefusedWrites = false
  /// When its disk was last replaced.
  var wasReplacedAt = 0
  /// Whether a person has it open; else it does nothing.
  var isOpen = false
  /// Whether a clone of it lives, or it is one.
  var isCloned = false
  /// Counts starts, so that what was meant for an earlier one finds nobody.
  var life = 0
  var clockError: Int
  /// Whether the clock ever jumped: what it says of how old something is then means nothing.
  var hasClockJumped = false
  var isNetworkUp = true
  var link: Int?
  /// How often each timer was set; one that goes off for an earlier setting is no more.
  var timerSettings: [ReplicaTimer: Int] = [:]
  /// Timers that went off while nobody had it open.
  var lateTimers: [(ReplicaTimer, setting: Int)] = []
  /// Ops that the replica said survive a crash.
  var settled: Set<String> = []
  /// The cursor and epoch last seen, which may only go forward.
  var lastCursor = 0
  var lastEpoch: String?
  var wasComplete = false
  /// When the device heard of an op that it is saved, by true time.
  var ackedAt: [String: Int] = [:]
  /// Another tab, which has not followed yet.
  var otherTab: OtherTab?
  /// What the last edit did, to be undone.
  var lastEdit: [Change] = []

  /// The token's hash that the server knows the device by.
  static func secret(_ identity: Int) -> [UInt8] {
    [UInt8(identity + 1)] + [UInt8](repeating: 7, count: 31)
  }

  /// The device's id at the server.
  static func id(_ identity: Int) -> String { "device-\(identity)" }

  /// The ids of all ops that it would still have after a crash.
  var kept: Set<String> { Set((disk?.operations ?? []).map(\.id)) }

  /// What the device writes down becomes what it will start from.
  mutating func write(_ batch: Batch) {
    if disk == nil {
      disk = Stored(
        checkpoint: batch.checkpoint ?? replica.checkpoint, entities: [], operations: [])
    }
    disk?.apply(batch)
  }
}
