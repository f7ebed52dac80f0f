import Hub
import Library
import Store
import Wire

/// The server: the real hub on a real database, which survives the hub's deaths.
struct SimulatedServer {
  static let library = "library"
  private static let account = "owner"

  let store: SQLiteStore
  var hub: SyncHub
  /// Counts starts.
  var life = 0
  var isUp = true
  /// How far its clock is off, in milliseconds.
  var clockError = 0

  /// Makes a server that knows `deviceCount` devices.
  init(deviceCount: Int, now: Int) throws {
    store = try SQLiteStore()
    hub = SyncHub(store: store, instance: "0")
    try hub.setUp(
      AccountRecord(id: Self.account, name: "Owner", created: now),
      with: LibraryRecord(
        id: Self.library, account: Self.account, name: "Library", epoch: "epoch", created: now))
    for index in 0..<deviceCount {
      try hub.addDevice(
        DeviceRecord(
          id: SimulatedDevice.id(index), account: Self.account, name: "Device \(index)",
          created: now),
        secret: SecretHash(SimulatedDevice.secret(index)))
    }
  }

  /// Starts anew on what was committed.
  mutating func start() {
    life += 1
    hub = SyncHub(store: store, instance: String(life))
    isUp = true
  }

  /// Every entity as the database has it.
  func states() throws -> [EntityState] {
    try store.read(Self.library) { snapshot throws(StoreError) in
      var states: [EntityState] = []
      try snapshot.forEachState { states.append($0) }
      return states
    }
  }

  /// What the log knows of `operations`, and how many places the library's order has.
  func recorded(
    _ operations: [String]
  ) throws -> (records: [String: RecordedOperation], head: Int) {
    try store.read(Self.library) { snapshot throws(StoreError) in
      (try snapshot.recorded(operations), snapshot.library.head)
    }
  }
}
