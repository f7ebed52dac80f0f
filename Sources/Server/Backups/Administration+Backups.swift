import Glibc
import Library
import Store

extension AdministrationCommand {
  /// Takes away what this process has of a backup, or an export, that it will not finish.
  package static func leaveNothingHalf() { UnfinishedCopies.remove() }
}

// MARK: Making a backup

extension Administration {
  /// Copies the database to `path` beside everything that goes on, and tells devices that what it
  /// holds is safe there. A file at `path` is replaced only where `replaces` says so, and only by a
  /// backup that has been opened and looked through.
  /// - Throws: `AdministrationError`, `StoreError`; what was at `path` is there still, but for
  ///   `AdministrationError.notNoted`.
  func backUp(to path: String, replaces: Bool) throws -> BackupSummary {
    try check(path, replaces: replaces)
    let heads = try store.backUp(to: path)
    var record = BackupRecord(
      path: FileBytes.realPath(path), at: clock(), byteCount: FileBytes.count(of: path))
    do {
      for account in try store.accounts() {
        for library in try store.libraries(of: account.id) {
          guard let head = heads[library.id] else { continue }
          record.libraries[library.id] = BackupRecord.Place(epoch: library.epoch, head: head)
        }
      }
      let isOpen = try hub.sync { hub throws(StoreError) in
        guard !hub.isClosed else { return false }
        try store.note(watermarks: heads)
        return true
      }
      if isOpen { try record.note(in: directory) }
    } catch let error as SystemError {
      throw AdministrationError.notNoted(
        path, "\(AdministrationError.unwritable(directory.backupRecord, error))")
    } catch {
      throw AdministrationError.notNoted(path, "\(error)")
    }
    let copy = try SQLiteStore(path: path, access: .readOnly)
    return try BackupSummary(of: copy, path: path, byteCount: record.byteCount)
  }

  /// - Throws: `AdministrationError.exists`, `.isLibrary`, `.belongsToLibrary` or `.noBackup`.
  private func check(_ path: String, replaces: Bool) throws(AdministrationError) {
    if let there = FileIdentity(of: path) {
      for own in DataDirectory.databaseSuffixes.map({ directory.database + $0 })
      where FileIdentity(of: own) == there {
        throw .isLibrary(path)
      }
      guard replaces, FileBytes.isRegular(path) else { throw .exists(path) }
      guard SQLiteStore.isLibrary(at: path) else { throw .noBackup(path) }
    }
    guard !directory.owns(path), !DataDirectory.isPart(path) else {
      throw .belongsToLibrary(path)
    }
  }
}
