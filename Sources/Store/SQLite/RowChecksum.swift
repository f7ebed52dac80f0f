import CDeflate
import FoundationEssentials
import GRDB
import GRDBSQLite

/// The CRC-32 of a row's content, which stands in its column `crc`: what the disk gives back is what
/// was written, or the difference is found.
///
/// Each value counts with its type and its length, so that no byte moves from one column to the next
/// unnoticed.
struct RowChecksum {
  private var crc: UInt32 = 0
  /// What is still to be added. A row may have ten numbers of a few bytes, and a call for each would cost
  /// more than all of them in one.
  private var waiting: [UInt8] = []

  /// The checksum as it is stored.
  var value: Int64 {
    unsafe waiting.withUnsafeBytes { bytes in Int64(unsafe Self.crc(crc, of: bytes)) }
  }

  /// Begins anew.
  mutating func clear() {
    crc = 0
    waiting.removeAll(keepingCapacity: true)
  }

  /// Adds a whole number, or null.
  mutating func add(number: Int64?) {
    guard let number else { return addNull() }
    add(type: 1, number: number)
  }

  /// Adds text, or null.
  mutating func add(text: String?) {
    guard var text else { return addNull() }
    text.withUTF8 { utf8 in
      unsafe add(type: 2, bytes: UnsafeRawBufferPointer(utf8))
    }
  }

  /// Adds a value as SQLite hands it to a function.
  mutating func add(_ value: DatabaseValue) {
    switch value.storage {
    case .null: addNull()
    case .int64(let number): add(number: number)
    case .double(let number): add(type: 4, number: Int64(bitPattern: number.bitPattern))
    case .string(let text): add(text: text)
    case .blob(let data):
      unsafe data.withUnsafeBytes { bytes in unsafe add(type: 3, bytes: bytes) }
    }
  }

  /// Adds a column of the row that `statement` stands on, whatever type damage made of it.
  mutating func add(column: Int32, of statement: SQLiteStatement) {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_NULL: addNull()
    case SQLITE_INTEGER: add(type: 1, number: unsafe sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT:
      let number = unsafe sqlite3_column_double(statement, column)
      add(type: 4, number: Int64(bitPattern: number.bitPattern))
    case let type:
      // The bytes first: asking for their count before would not matter, but after it does.
      let bytes = unsafe sqlite3_column_blob(statement, column)
      let count = unsafe Int(sqlite3_column_bytes(statement, column))
      unsafe add(
        type: type == SQLITE_TEXT ? 2 : 3, bytes: UnsafeRawBufferPointer(start: bytes, count: count)
      )
    }
  }

  private mutating func addNull() { add(type: 0, number: 0) }

  private mutating func add(type: UInt8, number: Int64) {
    unsafe withUnsafeBytes(of: (number.littleEndian, type)) { bytes in unsafe feed(bytes) }
  }

  private mutating func add(type: UInt8, bytes: UnsafeRawBufferPointer) {
    add(type: type, number: Int64(bytes.count))
    unsafe feed(bytes)
  }

  private mutating func feed(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count <= Limits.checksumPieceByteCountMax {
      unsafe waiting.append(contentsOf: bytes)
      return
    }
    crc = UInt32(truncatingIfNeeded: value)
    waiting.removeAll(keepingCapacity: true)
    crc = unsafe Self.crc(crc, of: bytes)
  }

  private static func crc(_ crc: UInt32, of bytes: UnsafeRawBufferPointer) -> UInt32 {
    // No address would begin anew.
    guard let start = bytes.baseAddress else { return crc }
    return unsafe libdeflate_crc32(crc, start, bytes.count)
  }
}

extension RowChecksum {
  /// `checksum(column, …)` for SQL: what triggers and migrations fill `crc` with.
  static let function = DatabaseFunction("checksum", pure: true) { values in
    var checksum = RowChecksum()
    for value in values { checksum.add(value) }
    return checksum.value
  }
}
