import GRDBSQLite

/// SQLite by its own functions, with nothing between: what a store is measured against.
@safe final class RawDatabase {
  /// A value as it stands in a row.
  enum Value {
    case null
    case int(Int64)
    case text([UInt8])
  }

  /// Compiled once, run often.
  @safe final class Statement {
    private let database: RawDatabase
    private let handle: OpaquePointer

    fileprivate init(_ database: RawDatabase, _ handle: OpaquePointer) {
      self.database = database
      unsafe self.handle = handle
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Runs it with `values`.
    func run(_ values: [Value]) throws {
      bind(values)
      guard unsafe sqlite3_step(handle) == SQLITE_DONE else { throw database.failure }
      unsafe sqlite3_reset(handle)
    }

    /// Every row that comes of it.
    func rows(_ values: [Value] = []) throws -> [[Value]] {
      bind(values)
      var rows: [[Value]] = []
      while true {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: unsafe rows.append((0..<sqlite3_column_count(handle)).map(value))
        case SQLITE_DONE:
          unsafe sqlite3_reset(handle)
          return rows
        default: throw database.failure
        }
      }
    }

    private func bind(_ values: [Value]) {
      for (index, value) in values.enumerated() {
        let place = CInt(index + 1)
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, place)
        case .int(let number): unsafe sqlite3_bind_int64(handle, place, number)
        case .text(let bytes):
          // A copy is SQLite's own until the next run.
          let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
          unsafe bytes.withUnsafeBytes { bytes in
            let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress
            _ = unsafe sqlite3_bind_text(handle, place, start, CInt(bytes.count), copied)
          }
        }
      }
    }

    private func value(_ column: CInt) -> Value {
      switch unsafe sqlite3_column_type(handle, column) {
      case SQLITE_INTEGER: return .int(unsafe sqlite3_column_int64(handle, column))
      case SQLITE_TEXT:
        guard let start = unsafe sqlite3_column_text(handle, column) else { return .null }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe .text(Array(UnsafeBufferPointer(start: start, count: count)))
      default: return .null
      }
    }
  }

  private let handle: OpaquePointer

  /// Opens the file at `path`.
  init(path: String) throws {
    var opened: OpaquePointer?
    // By the file system that it comes with, whatever a store has put in its place.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let result = unsafe sqlite3_open_v2(path, &opened, flags, "unix")
    guard result == SQLITE_OK, let handle = unsafe opened else {
      throw Failure("SQLite opens no \(path): \(result)")
    }
    unsafe self.handle = handle
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Compiles one statement.
  func statement(_ sql: String) throws -> Statement {
    var compiled: OpaquePointer?
    let result = unsafe sqlite3_prepare_v2(handle, sql, -1, &compiled, nil)
    guard result == SQLITE_OK, let compiled = unsafe compiled else { throw failure }
    return unsafe Statement(self, compiled)
  }

  /// Runs statements that need no values.
  func execute(_ sql: String) throws {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Pages written to the log since this was asked last.
  func writtenPageCount() -> Int {
    var (current, highest): (CInt, CInt) = (0, 0)
    unsafe sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 1)
    return Int(current)
  }

  fileprivate var failure: Failure {
    Failure(unsafe String(cString: sqlite3_errmsg(handle)))
  }
}
