import Glibc
import Hub
import Logging
import Store
import Synchronization
import Transport

/// A data directory that this process alone writes in: its lock, its database and its hub.
final class OpenDirectory: Sendable {
  let store: SQLiteStore
  let hub: HubActor
  private let lock: Mutex<DirectoryLock?>

  /// Takes the lock of `directory`, unless `lock` is it, and opens the database in it, made where there is
  /// none. `backups` is where a copy may be, should the database be damaged; `meter` measures the hub.
  /// - Throws: `DataDirectoryError`, `StoreError`.
  init(
    _ directory: DataDirectory, backups: BackupFolder, clock: @escaping @Sendable () -> Int,
    outboxes: [Mailbox<LoopLetter>], meter: HubMeter? = nil, lock: consuming DirectoryLock? = nil
  ) throws {
    try directory.create()
    if let lock {
      self.lock = Mutex(lock)
    } else {
      self.lock = Mutex(try DirectoryLock(directory))
    }
    let store = try Self.store(in: directory, backups: backups)
    self.store = store
    // Only now: without a database it says that a restore was cut short.
    directory.removeUnfinishedRestore()
    self.lock.withLock { $0?.noteLibrary() }
    let secrets = try Self.reading(directory, backups) { () throws(StoreError) in
      try store.secrets()
    }
    let hub = SyncHub(store: store, instance: String(SecureRandom.identifier().prefix(6)))
    self.hub = HubActor(
      hub, paired: PairedSecrets(secrets), clock: clock, outboxes: outboxes,
      meter: meter ?? HubMeter(Metrics(start: clock()), Logger(label: "dogear.hub")))
  }

  private static func store(
    in directory: DataDirectory, backups: BackupFolder
  ) throws -> SQLiteStore {
    guard !directory.isHalfRestored else { throw DataDirectoryError.halfRestored(directory.path) }
    // To begin anew here would be to let the backups go one after the other for those of nothing.
    guard !directory.isLost(backups) else { throw lost(directory, backups) }
    guard unsafe access(directory.database, R_OK | W_OK) == 0 || errno == ENOENT else {
      let reason = SystemError.current.description
      throw DataDirectoryError.unusable(directory.path, "library.sqlite in it: \(reason)")
    }
    if let finding = BackupRecord.last(of: directory)?.finding(in: directory) {
      let newest = BackupRecord.newest(of: directory, in: backups)
      throw DataDirectoryError.damaged(directory.path, finding, backup: newest)
    }
    let store: SQLiteStore
    do {
      store = try reading(directory, backups) { () throws(StoreError) in
        // A database whose log is gone, or was damaged, may have nothing in it as well.
        try SQLiteStore(path: directory.database, mayBegin: !directory.heldLibrary(backups))
      }
    } catch StoreError.missing {
      throw lost(directory, backups)
    }
    for suffix in DataDirectory.databaseSuffixes {
      FileBytes.give(directory.database + suffix, toOwnerOf: directory.path)
    }
    return store
  }

  private static func lost(
    _ directory: DataDirectory, _ backups: BackupFolder
  ) -> DataDirectoryError {
    .lost(directory.path, backup: BackupRecord.newest(of: directory, in: backups))
  }

  /// Reads what is stored in `directory`; of damage it says which backup to bring back.
  private static func reading<Value>(
    _ directory: DataDirectory, _ backups: BackupFolder, _ read: () throws(StoreError) -> Value
  ) throws -> Value {
    do {
      return try read()
    } catch {
      guard error.meansDamage else { throw error }
      throw DataDirectoryError(of: error, in: directory, backups: backups)
    }
  }

  /// Reads what is stored, before anybody is served from it.
  /// - Throws: `DataDirectoryError.damaged`, naming the first thing that is wrong; `StoreError`.
  func verify(_ settings: Settings, _ logger: Logger) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let findings = try Self.reading(settings.data, settings.backupFolder) {
      () throws(StoreError) in try store.verify()
    }
    guard let finding = findings.first else {
      return logger.info("Checked the library in \(clock.now - start).")
    }
    let newest = BackupRecord.newest(of: settings.data, in: settings.backupFolder)
    throw DataDirectoryError.damaged(
      settings.data.path, finding, backup: newest)
  }

  /// Saves what waits and lets others have the directory. Nothing may be asked of the hub after.
  func close() {
    hub.sync { hub in hub.close() }
    // Whoever copies the database alone has all of it then.
    store.foldLog(byteCountMax: Limits.foldedLogByteCountMax)
    lock.withLock { $0 = nil }
  }
}

extension DataDirectoryError {
  /// What `error`, which means damage, comes to for the library in `directory`.
  init(of error: StoreError, in directory: DataDirectory, backups: BackupFolder) {
    let reason =
      if case .foreign(let path) = error {
        "\(path) cannot be read as a Dogear library."
      } else {
        "\(error)"
      }
    self = .damaged(
      directory.path, reason, backup: BackupRecord.newest(of: directory, in: backups))
  }
}

extension StoreError {
  /// Whether a database that is known to be a library's cannot be read as one.
  var meansDamage: Bool {
    switch self {
    case .damaged, .foreign: true
    // SQLITE_ERROR, where all statements are the store's own: the tables are not as they were made.
    case .failed(code: 1, _): true
    default: false
    }
  }
}
