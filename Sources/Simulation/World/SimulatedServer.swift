import Hub
import Library
import Store
import Wire

/// The server: the real hub on a real database, which survives the hub's deaths.
struct SimulatedServer {
  static let library = "library"
  private static let account = "owner"

  /// The database as the hub sees it, with a disk that fills up and a process that can die in it.
  let store: WitnessStore
  var hub: SyncHub
  /// Counts starts.
  var life = 0
  var isUp = true
  /// How far its clock is off, in milliseconds.
  var clockError = 0
  /// Whether a tick of this life is on the agenda.
  var isTicking = false

  /// Makes a server that knows `deviceCount` devices.
  init(deviceCount: Int, now: Int) throws {
    let store = try SQLiteStore()
    let library = LibraryRecord(
      id: Self.library, account: Self.account, name: "Library", epoch: "epoch-0", created: now)
    try store.add(AccountRecord(id: Self.account, name: "Owner", created: now), with: library)
    for index in 0..<deviceCount {
      try store.add(
        DeviceRecord(
          id: SimulatedDevice.id(index), account: Self.account, name: "Device \(index)",
          created: now),
        secret: SecretHash(SimulatedDevice.secret(index)))
    }
    self.store = WitnessStore(store, chronicle: Chronicle(library))
    hub = SyncHub(store: self.store, instance: "0")
  }

  /// Starts anew on what was committed.
  mutating func start() {
    life += 1
    store.revive()
    hub = SyncHub(store: store, instance: String(life))
    isUp = true
    isTicking = false
  }

  /// Every entity as the database has it.
  func states() throws -> [EntityState] {
    try store.inner.read(Self.library) { snapshot throws(StoreError) in
      var states: [EntityState] = []
      try snapshot.forEachState(of: nil) { states.append($0) }
      return states
    }
  }

  /// Hands every change of every value that is still known to `body`.
  func forEachChange(_ body: (HistoryEntry) -> Void) throws {
    let keys = try states().map(\.entity)
    try store.inner.read(Self.library) { snapshot throws(StoreError) in
      for key in keys {
        let page = try snapshot.history(
          of: key, before: nil, limit: 10_000, byteCountMax: .max)
        for item in page.items { body(item.entry) }
      }
    }
  }

  /// What the log knows of `operations`, and how many places the library's order has.
  func recorded(
    _ operations: [String]
  ) throws -> (records: [String: RecordedOperation], head: Int) {
    try store.inner.read(Self.library) { snapshot throws(StoreError) in
      (try snapshot.recorded(operations), snapshot.library.head)
    }
  }
}
