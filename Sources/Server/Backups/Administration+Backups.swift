import Glibc
import Library
import Store

// MARK: Making a backup

extension Administration {
  /// Copies the database to `path` beside everything that goes on, and tells devices that what it
  /// holds is safe there. A file at `path` is replaced only where `replaces` says so, and only by a
  /// backup that has been opened and looked through.
  /// - Throws: `AdministrationError`, `StoreError`; what was at `path` is there still.
  func backUp(to path: String, replaces: Bool) throws -> BackupSummary {
    try check(path, replaces: replaces)
    let heads = try store.backUp(to: path)
    try hub.sync { hub throws(StoreError) in
      if !hub.isClosed { try store.note(watermarks: heads) }
    }
    let record = BackupRecord(
      path: Self.realPath(path), at: clock(), byteCount: FileBytes.count(of: path))
    do {
      try record.note(in: directory)
    } catch {
      throw AdministrationError.unwritable(directory.backupRecord, error)
    }
    let copy = try SQLiteStore(path: path, access: .readOnly)
    return try BackupSummary(of: copy, path: path, byteCount: record.byteCount)
  }

  /// - Throws: `AdministrationError.exists` or `.isLibrary`.
  private func check(_ path: String, replaces: Bool) throws(AdministrationError) {
    guard let there = Self.status(path) else { return }
    for own in DataDirectory.databaseSuffixes.map({ directory.database + $0 }) {
      guard let status = Self.status(own) else { continue }
      let isSame = status.st_dev == there.st_dev && status.st_ino == there.st_ino
      if isSame { throw .isLibrary(path) }
    }
    guard replaces, there.st_mode & S_IFMT == S_IFREG else { throw .exists(path) }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  private static func realPath(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
