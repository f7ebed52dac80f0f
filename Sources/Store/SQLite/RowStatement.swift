import GRDB
import GRDBSQLite

/// A statement that is run for one row after another, of which one commit has thousands: values go to
/// SQLite as they are, in the order of their columns, and into the row's checksum on their way, where it
/// has one to bind.
@safe struct RowStatement {
  private let statement: Statement
  private let handle: SQLiteStatement
  private var boundCount: CInt = 0
  private let isSealed: Bool
  private var checksum = RowChecksum()

  /// Compiles `sql`, unless it was met before. `isSealed` says that it ends with a row's checksum, of the
  /// values before it.
  init(_ sql: String, isSealed: Bool = false, in database: Database) throws {
    self.isSealed = isSealed
    statement = try database.cachedStatement(sql: sql)
    unsafe handle = statement.sqliteStatement
  }

  /// Gives the next place `number`.
  mutating func bind(_ number: Int64) {
    if isSealed { checksum.add(number: number) }
    boundCount += 1
    unsafe sqlite3_bind_int64(handle, boundCount, number)
  }

  /// Gives the next place `text`, or null.
  mutating func bind(_ text: String?) {
    if isSealed { checksum.add(text: text) }
    boundCount += 1
    guard var text else {
      unsafe sqlite3_bind_null(handle, boundCount)
      return
    }
    // A copy is SQLite's own until the next run.
    let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    text.withUTF8 { utf8 in
      // No address stands for null, and not for no text.
      guard let start = utf8.baseAddress else {
        unsafe sqlite3_bind_text(handle, boundCount, "", 0, copied)
        return
      }
      unsafe start.withMemoryRebound(to: CChar.self, capacity: utf8.count) { start in
        _ = unsafe sqlite3_bind_text(handle, boundCount, start, CInt(utf8.count), copied)
      }
    }
  }

  /// Gives the next place the checksum of those before it.
  mutating func bindChecksum() {
    precondition(isSealed, "A checksum is of what was bound.")
    bind(checksum.value)
  }

  /// Runs it with what was bound, and begins anew.
  mutating func run() throws {
    _ = try first { _ in }
  }

  /// Runs it with what was bound, hands its first row to `read`, and begins anew.
  /// - Returns: What `read` made of the row; nil when there is none.
  mutating func first<Result>(_ read: (Columns) throws -> Result) throws -> Result? {
    defer {
      unsafe sqlite3_reset(handle)
      boundCount = 0
      if isSealed { checksum.clear() }
    }
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return try unsafe read(Columns(handle: handle))
    case SQLITE_DONE: return nil
    case let code:
      let message = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
    }
  }

  /// The columns of the row that a statement stands on.
  @safe struct Columns {
    fileprivate let handle: SQLiteStatement

    /// The number in `column`.
    func number(_ column: CInt) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    /// The bytes of the text in `column`.
    func bytes(_ column: CInt) -> [UInt8] {
      guard let start = unsafe sqlite3_column_text(handle, column) else { return [] }
      let count = unsafe Int(sqlite3_column_bytes(handle, column))
      return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
  }
}
