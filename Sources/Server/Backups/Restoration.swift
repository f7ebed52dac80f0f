import Glibc
import Library
import Store

/// Brings a backup back as the library of a data directory. Every device then is ahead of it: what they
/// wrote since and still keep they push again (SYNC §3, *Resume*).
///
/// The backup is only read. The database that was there is kept under a dated name. At every moment
/// the directory holds the old database, or the new one whole, or says that it has neither.
package struct Restoration: Sendable {
  /// What the restored library holds.
  package let summary: BackupSummary
  /// Where the database is kept that was there before; nil where there was none.
  package private(set) var kept: String?
  /// The names of devices that lost their access after the backup was made, and stay without.
  package private(set) var revokedNames: [String] = []
  /// The names of devices that were paired after the backup was made, and must be paired again.
  package private(set) var unknownNames: [String] = []
  /// Whether devices were told of a later backup, and may have let go of edits that this one lacks.
  package private(set) var isOutdated = false
  /// Whether there was no database that can be read: who lost access after the backup was made has it
  /// again.
  package private(set) var isOldUnread = false

  /// Restores `file` to the data directory of `settings`. A command that holds that is waited for;
  /// `willWait` is called before.
  /// - Throws: `AdministrationError` or `DataDirectoryError`; after `.notPutInPlace` a second call ends
  ///   what the first began.
  package init(
    of file: String, to settings: Settings, now: Int = SystemClock.now(), willWait: () -> Void = {}
  ) throws {
    let directory = settings.data
    // Before a folder is made for it, whose name may be mistyped as well.
    guard FileBytes.exists(file) else { throw AdministrationError.unreadable(file, .current) }
    guard FileBytes.isRegular(file) else {
      throw AdministrationError.notRestorable(file, "It is no file.")
    }
    let lock = try Self.lock(directory, willWait)
    try Self.copy(file, to: directory.incoming)
    do {
      let store = try SQLiteStore(path: directory.incoming)
      summary = try Self.prepare(store, size: FileBytes.count(of: file), at: directory.database)
      try take(over: ReplacedDatabase(of: directory), into: store, now: now)
      try store.close()
      precondition(
        FileBytes.count(of: directory.incoming + "-wal") == 0, "A closed database keeps no log.")
      FileBytes.give(directory.incoming, toOwnerOf: directory.path)
      try FileBytes.move(directory.incoming, to: directory.restoring)
    } catch {
      Self.remove(directory.incoming)
      throw AdministrationError.notRestorable(file, Self.reason(error))
    }
    Self.remove(directory.incoming)
    do {
      kept = try Self.putAside(directory, now: now)
      try FileBytes.move(directory.restoring, to: directory.database)
      try FileBytes.sync(directory.path)
    } catch {
      throw AdministrationError.notPutInPlace(file, "\(error)")
    }
    _ = consume lock
  }

  /// Copies a database with the log that belongs to it: one that no server has folded in yet holds the
  /// last edits, or all.
  private static func copy(_ file: String, to copy: String) throws(AdministrationError) {
    remove(copy)
    do throws(SystemError) {
      try FileBytes.copy(file, to: copy)
      if FileBytes.count(of: file + "-wal") > 0 {
        try FileBytes.copy(file + "-wal", to: copy + "-wal")
      }
    } catch {
      remove(copy)
      let isFull = error.number == ENOSPC || error.number == EDQUOT
      guard isFull else { throw .unreadable(file, error) }
      throw .notRestorable(file, "\(AdministrationError.unwritable(copy, error))")
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error as? StoreError {
    case .foreign, .missing: "It is no backup of a Dogear library."
    case .damaged(let finding): "The backup is damaged: \(finding)"
    default: "\(error)"
    }
  }

  private static func lock(
    _ directory: DataDirectory, _ willWait: () -> Void
  ) throws -> DirectoryLock {
    do {
      try directory.create()
      if let lock = try DirectoryLock.waiting(for: directory, willWait: willWait) { return lock }
      return try DirectoryLock(directory)
    } catch {
      guard error == .inUse(directory.path), DirectoryLock.isServed(directory) else {
        throw error
      }
      throw AdministrationError.isServing(directory.path)
    }
  }

  /// Looks through a copy of the backup, and begins new epochs in it.
  private static func prepare(
    _ store: SQLiteStore, size: Int, at path: String
  ) throws(StoreError) -> BackupSummary {
    if let finding = try store.findings().first { throw .damaged(finding) }
    // As empty as a file that nobody has written to.
    guard try !store.accounts().isEmpty else { throw .missing(path: path) }
    try store.beginEpochs { SecureRandom.identifier() }
    return try BackupSummary(of: store, path: path, byteCount: size)
  }

  /// Takes over what people decided after the backup: a device that lost its access stays without. What
  /// they wrote then they push again, and it counts as made by one who had seen what both databases hold.
  private mutating func take(
    over replaced: ReplacedDatabase, into store: SQLiteStore, now: Int
  ) throws(StoreError) {
    for device in replaced.revoked {
      let isNew = try store.revoke(device: device.id, at: device.revoked ?? now)
      if isNew { revokedNames.append(device.name) }
    }
    for device in replaced.paired {
      if try store.device(device.id) == nil { unknownNames.append(device.name) }
    }
    isOldUnread = replaced.isUnread
    for old in replaced.libraries {
      if let library = try store.library(old.id), library.head < old.watermark { isOutdated = true }
    }
    try store.takeOverEpochs(of: replaced.libraries)
  }
}

// MARK: Files

extension Restoration {
  /// Gives the database of `directory`, with the files that belong to it, a dated name. Returns the
  /// name; nil where there was none.
  private static func putAside(_ directory: DataDirectory, now: Int) throws -> String? {
    var name = TimeName(milliseconds: now)
    func path(_ suffix: String) -> String { directory.kept(name) + suffix }
    let suffixes = DataDirectory.databaseSuffixes
    while suffixes.contains(where: { FileBytes.exists(path($0)) }) { name = name.next }
    var kept: String?
    // The database goes first: without it the directory says that it is half restored, while a
    // database without its log would pass for one that lacks its last edits. What an earlier restore
    // left of the log when it was cut short goes as well: it must never meet another database.
    for suffix in suffixes where FileBytes.exists(directory.database + suffix) {
      try FileBytes.move(directory.database + suffix, to: path(suffix))
      kept = kept ?? path(suffix)
    }
    try FileBytes.sync(directory.path)
    return kept
  }

  private static func remove(_ database: String) {
    for suffix in DataDirectory.databaseSuffixes { unsafe unlink(database + suffix) }
  }
}
