import GRDB
import Glibc

extension SQLiteStore {
  /// Copies the whole database to `path`, beside whoever reads and writes, and returns the head that
  /// the copy holds of each library, by id: what `note(watermarks:)` is to be told.
  ///
  /// The copy is one moment of the database. It is written beside `path`, synced, opened, checked
  /// (`findings`) and only then put in place of what was there before, so that at every moment there
  /// is a good backup or the previous one.
  /// - Throws: `StoreError`; what was at `path` before is there still.
  package func backUp(to path: String) throws(StoreError) -> [String: Int] {
    let partial = "\(path).\(String(UInt32.random(in: .min ... .max), radix: 36)).partial"
    UnfinishedCopies.add(partial)
    defer { UnfinishedCopies.drop(partial) }
    try Self.make(partial, for: path)
    do {
      try copy(to: partial)
      let heads = try Self.check(partial)
      try Self.sync(partial)
      // What somebody left beside the backup of before belongs to that one, and would be read into this.
      for suffix in ["-journal", "-wal", "-shm"] { unsafe unlink(path + suffix) }
      guard unsafe Glibc.rename(partial, path) == 0 else { throw Self.systemError(path) }
      try Self.sync(Self.folder(of: path))
      return heads
    } catch {
      Self.remove(partial)
      throw Self.failure(StoreError(error), of: path)
    }
  }

  /// A copy in memory, which goes on by itself.
  package func backUp() throws(StoreError) -> SQLiteStore {
    SQLiteStore(
      try Self.inMemory { writer in try copyPages(to: writer, atOnce: -1) })
  }

  private func copy(to path: String) throws {
    let target = try DatabaseQueue(path: path)
    try copyPages(to: target, atOnce: Limits.backupPagesPerStep)
    // A backup is one file, which can be read where nothing can be written.
    try target.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = DELETE")
    }
    try target.close()
  }

  /// Copies every page in one read transaction: the writer goes on beside it, and what it writes does
  /// not make the copy begin anew.
  private func copyPages(
    to target: any DatabaseWriter, atOnce count: Int32
  ) throws(StoreError) {
    try reading { source in
      // A transaction has its moment from its first read on.
      _ = try Int.fetchOne(source, sql: "SELECT count(*) FROM libraries")
      try target.writeWithoutTransaction { try source.backup(to: $0, pagesPerStep: count) }
    }
  }

  /// Opens a finished copy as whoever restores it will, and looks through all of it.
  private static func check(_ path: String) throws -> [String: Int] {
    let copy = try SQLiteStore(path: path, access: .readOnly)
    if let finding = try copy.findings().first {
      throw StoreError.damaged("the backup is not sound: \(finding)")
    }
    return try copy.reading { database in
      let libraries = try StoredLibrary.fetch(database, where: "true", []).map(\.record)
      return Dictionary(uniqueKeysWithValues: libraries.map { ($0.id, $0.head) })
    }
  }

  /// Whether the file at `path` is marked as a library's, in whatever state it is.
  package static func isLibrary(at path: String) -> Bool {
    // The application id stands behind 68 bytes (SQLite, Database File Format, §1.3).
    guard let file = unsafe fopen(path, "re") else { return false }
    defer { unsafe fclose(file) }
    var head = [UInt8](repeating: 0, count: 72)
    guard unsafe fread(&head, 1, head.count, file) == head.count else { return false }
    return head[68...].reduce(0) { $0 << 8 | Int($1) } == Schema.applicationID
  }

  // MARK: Files

  /// Makes an empty file where nothing is, of which people know that it is to become `whole`.
  private static func make(_ path: String, for whole: String) throws(StoreError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(systemError(whole), of: whole) }
    Glibc.close(descriptor)
  }

  static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(path + suffix) }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Waits until what was written to a file, or the names in a folder, is on the disk.
  static func sync(_ path: String) throws {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemError(path) }
    defer { Glibc.close(descriptor) }
    guard fsync(descriptor) == 0 else { throw systemError(path) }
  }

  /// What `error` is for the backup at `path`: it is that disk which is full, not the library's.
  private static func failure(_ error: StoreError, of path: String) -> StoreError {
    error == .full ? .noRoomForBackup(path: path) : error
  }

  private static func systemError(_ path: String) -> StoreError {
    let number = errno
    if number == ENOSPC || number == EDQUOT { return .full }
    return .unwritable(path: path, unsafe String(cString: strerror(number)))
  }
}
