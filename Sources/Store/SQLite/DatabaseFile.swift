import GRDB
import GRDBSQLite

/// The file of a database, which tells its log when a transaction that writes begins and is over.
///
/// A write-ahead log is told of commits, and of nothing that is taken back; but whoever writes holds a lock
/// of the database file from before the first frame until then. Whoever has locked out everybody else for
/// good (`PRAGMA locking_mode`) takes no such lock; their frames are not put together.
final class DatabaseFile {
  private let methods: FileMethods
  /// Its log, while that is open.
  weak var log: LogFile?
  /// At which pace its log is folded into it; nil: as fast as it goes.
  var pace: FoldingPace?

  /// The lock of who writes, among those of SQLite's shared memory (its WAL-mode file format,
  /// `WAL_WRITE_LOCK`).
  private static let writeLock: CInt = 0

  /// Comes between SQLite and `file`, which was opened just now and has a place for it.
  static func wrap(_ file: UnsafeMutablePointer<sqlite3_file>) {
    let database = unsafe DatabaseFile(FileMethods(of: file))
    unsafe FilePlace.put(database, in: file)
    unsafe database.methods.replace(in: file) { methods in
      unsafe methods.xShmLock = { file, first, count, flags in
        let database = unsafe DatabaseFile.of(file)
        let isWriters = first == DatabaseFile.writeLock && flags & SQLITE_SHM_EXCLUSIVE != 0
        if isWriters, flags & SQLITE_SHM_UNLOCK != 0 { database.log?.endTransaction() }
        let result = unsafe database.methods.own.xShmLock(file, first, count, flags)
        if isWriters, flags & SQLITE_SHM_LOCK != 0, result == SQLITE_OK {
          database.log?.beginTransaction()
        }
        return result
      }
      // With a log nothing writes to the database but folding.
      unsafe methods.xWrite = { file, bytes, count, place in
        let database = unsafe DatabaseFile.of(file)
        let own = database.methods.own
        let written = unsafe own.xWrite(file, bytes, count, place)
        guard written == SQLITE_OK, let pace = database.pace,
          pace.hasCompletedPiece(with: Int(count))
        else { return written }
        let synced = unsafe own.xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY)
        pace.rest()
        return synced
      }
      unsafe methods.xClose = { file in
        let database: DatabaseFile = unsafe FilePlace.take(from: file)
        return unsafe database.methods.own.xClose(file)
      }
    }
  }

  /// The file of `connection`; nil where it was not opened through `LogFileSystem`.
  static func of(_ connection: Database) -> DatabaseFile? {
    guard unsafe LogFileSystem.hasOpened(connection.sqliteConnection) else { return nil }
    var file: UnsafeMutablePointer<sqlite3_file>?
    _ = unsafe sqlite3_file_control(
      connection.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    return unsafe of(file)
  }

  /// What was put in the place of `file`.
  static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> DatabaseFile {
    unsafe FilePlace.content(of: file)
  }

  private init(_ methods: FileMethods) { self.methods = methods }
}
