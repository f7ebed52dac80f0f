import CSQLite
import Testing

/// SQLite by its own functions, with nothing between.
@safe final class SQLiteConnection {
  private let handle: OpaquePointer

  /// Opens the database at `path`, through the usual file system or the one that is named.
  init(_ path: String, fileSystem: String? = nil) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    #expect(unsafe sqlite3_open_v2(path, &handle, flags, fileSystem) == SQLITE_OK)
    unsafe self.handle = try #require(unsafe handle)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Runs statements that must succeed.
  func run(_ sql: String) {
    #expect(unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
  }

  /// The first value that comes of a statement, as a text.
  func value(_ sql: String) -> String {
    var statement: OpaquePointer?
    #expect(unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
    defer { unsafe sqlite3_finalize(statement) }
    guard unsafe sqlite3_step(statement) == SQLITE_ROW,
      let text = unsafe sqlite3_column_text(statement, 0)
    else { return "" }
    return unsafe String(cString: text)
  }
}
