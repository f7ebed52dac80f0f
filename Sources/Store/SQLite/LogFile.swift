import GRDBSQLite

/// A write-ahead log whose frames are put together (`LogGatherer`) before they are written.
///
/// Everything else is left to SQLite's own file system. Whoever reads the file, asks for its length, or has
/// it cut or synced, finds all that was written, in its order. What could not be written is told to who
/// comes next, and written before anything else is: no transaction commits without it. And nothing is kept
/// for longer than the transaction has the right to write (`DatabaseFile`).
final class LogFile {
  private let methods: FileMethods
  private var gatherer = LogGatherer()

  /// Comes between SQLite and `file`, the log of `database`, which was opened just now and has a place for
  /// it.
  static func wrap(_ file: UnsafeMutablePointer<sqlite3_file>, of database: DatabaseFile) {
    let log = unsafe LogFile(FileMethods(of: file))
    database.log = log
    unsafe FilePlace.put(log, in: file)
    // SQLite maps no log, so these are all that meet its bytes.
    unsafe log.methods.replace(in: file) { methods in
      unsafe methods.xWrite = { file, bytes, count, place in
        unsafe LogFile.of(file).write(
          UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: place, to: file)
      }
      unsafe methods.xRead = { file, bytes, count, place in
        unsafe LogFile.of(file).flushed(file) { unsafe $0.xRead(file, bytes, count, place) }
      }
      unsafe methods.xTruncate = { file, size in
        unsafe LogFile.of(file).flushed(file) { unsafe $0.xTruncate(file, size) }
      }
      unsafe methods.xSync = { file, flags in
        unsafe LogFile.of(file).flushed(file) { unsafe $0.xSync(file, flags) }
      }
      unsafe methods.xFileSize = { file, size in
        unsafe LogFile.of(file).flushed(file) { unsafe $0.xFileSize(file, size) }
      }
      unsafe methods.xClose = { file in
        let log: LogFile = unsafe FilePlace.take(from: file)
        // What is gathered still was never committed.
        return unsafe log.methods.own.xClose(file)
      }
    }
  }

  private init(_ methods: FileMethods) { self.methods = methods }

  /// The connection has the right to write, and nobody else.
  func beginTransaction() { gatherer.begin() }

  /// What was written is committed, or taken back.
  func endTransaction() { gatherer.end() }

  private func write(
    _ piece: UnsafeRawBufferPointer, at place: Int64, to file: UnsafeMutablePointer<sqlite3_file>?
  ) -> CInt {
    if unsafe gatherer.take(piece, at: place) { return SQLITE_OK }
    return unsafe flushed(file) { own in
      if unsafe gatherer.take(piece, at: place) { return SQLITE_OK }
      return unsafe own.xWrite(file, piece.baseAddress, CInt(piece.count), place)
    }
  }

  /// Writes what is gathered, and then does `next`.
  private func flushed(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ next: (sqlite3_io_methods) -> CInt
  ) -> CInt {
    let own = methods.own
    if !gatherer.bytes.isEmpty {
      let result = unsafe gatherer.bytes.withUnsafeBytes { bytes in
        unsafe own.xWrite(file, bytes.baseAddress, CInt(bytes.count), gatherer.offset)
      }
      guard result == SQLITE_OK else { return result }
      gatherer.written()
    }
    return next(own)
  }

  private static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> LogFile {
    unsafe FilePlace.content(of: file)
  }
}
