import Hub
import Store
import Synchronization
import Transport

/// A data directory that this process alone writes in: its lock, its database and its hub.
final class OpenDirectory: Sendable {
  let store: SQLiteStore
  let hub: HubActor
  private let lock: Mutex<DirectoryLock?>

  /// Takes the lock of `directory` and opens the database in it, made where there is none.
  /// - Throws: `DataDirectoryError`, `StoreError`.
  init(
    _ directory: DataDirectory, clock: @escaping @Sendable () -> Int,
    outboxes: [Mailbox<LoopLetter>]
  ) throws {
    try directory.create()
    lock = Mutex(try DirectoryLock(directory))
    store = try SQLiteStore(path: directory.database)
    let hub = SyncHub(store: store, instance: String(SecureRandom.identifier().prefix(6)))
    self.hub = HubActor(hub, clock: clock, outboxes: outboxes)
  }

  /// Saves what waits and lets others have the directory. Nothing may be asked of the hub after.
  func close() {
    hub.sync { hub in hub.close() }
    lock.withLock { $0 = nil }
  }
}
