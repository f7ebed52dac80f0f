import GRDB
import GRDBSQLite
import Library

/// Looks through a database for what must not be there, in one snapshot.
struct Inspection {
  let database: Database
  private(set) var findings: [String] = []

  var isFull: Bool { findings.count >= Limits.findingsMax }

  init(database: Database) {
    self.database = database
  }

  mutating func find(_ finding: String) {
    if !isFull { findings.append(finding) }
  }

  /// Finds one sentence for each row of `sql`.
  mutating func findRows(
    _ sql: String, _ arguments: StatementArguments = [], _ sentence: (GRDB.Row) -> String
  ) throws {
    let rows = try GRDB.Row.fetchCursor(database, sql: sql, arguments: arguments)
    while !isFull, let row = try rows.next() { find(sentence(row)) }
  }

  // MARK: The file

  /// The file's own structure, and the tables there must be.
  mutating func inspectFile(quickly: Bool = false) throws {
    let check = quickly ? "quick_check" : "integrity_check"
    for message in try String.fetchAll(database, sql: "PRAGMA \(check)(\(Limits.findingsMax))")
    where message != "ok" {
      find("The database file is damaged: \(message).")
    }
    guard try Schema.tables(of: database) == Schema.expectedTables() else {
      return find("The database file is damaged: its tables are not those that Dogear makes.")
    }
  }

  /// Every row holds what was written; quickly, those that are not long.
  mutating func inspectChecksums(quickly: Bool = false) throws {
    for table in Schema.sealedTables where !isFull && !(quickly && table.isLong) {
      try inspectChecksums(of: table)
    }
  }

  private mutating func inspectChecksums(of table: Schema.SealedTable) throws {
    let statement = try database.makeStatement(
      sql: "SELECT \(table.columns.joined(separator: ", ")), crc FROM \(table.name)")
    let crc = Int32(table.columns.count)
    let rows = try GRDB.Row.fetchCursor(statement)
    // Each step of the cursor leaves the statement on its row; columns are read as they are stored,
    // because damage may have changed their type.
    while !isFull, try rows.next() != nil {
      let row = unsafe statement.sqliteStatement
      var checksum = RowChecksum()
      for column in 0..<crc { unsafe checksum.add(column: column, of: row) }
      guard unsafe sqlite3_column_int64(row, crc) != checksum.value else { continue }
      let name = (0..<min(crc, 4)).map { unsafe Self.text(of: $0, in: row) }
      find(
        "The database file is damaged: a row of \(table.name) (\(name.joined(separator: ", "))) is "
          + "not as it was written.")
    }
  }

  /// A short text of a column, for a person.
  private static func text(of column: Int32, in row: SQLiteStatement) -> String {
    guard let text = unsafe sqlite3_column_text(row, column) else { return "nothing" }
    return String(unsafe String(cString: text).prefix(40))
  }

  /// References between the tables.
  mutating func inspectReferences() throws {
    try findRows("PRAGMA foreign_key_check") { row in
      "A row of \(row[0] as String) refers to a row of \(row[2] as String) that does not exist."
    }
    try findRows(
      """
      SELECT DISTINCT device FROM incarnations
      WHERE device <> ? AND device NOT IN (SELECT id FROM devices)
      """, [Author.server]
    ) { row in "The log holds operations of the device \(row[0] as String), which does not exist." }
    try findRows(
      """
      SELECT id FROM blobs LEFT JOIN blobBytes ON blob = key
      WHERE ifnull(length(bytes), -1) <> byteCount
      """
    ) { row in "The picture \(row[0] as String) is not there whole." }
  }
}
