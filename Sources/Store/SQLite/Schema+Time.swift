import GRDB

extension Schema {
  /// `times` has one row: the `CredibleTime` of everything here. Before the first look at it, none.
  static func keepTime(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE times (
          key INTEGER PRIMARY KEY CHECK (key = 1),
          time INTEGER NOT NULL,
          clock INTEGER NOT NULL,
          crc INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        """)
    for table in timeTables { try database.execute(sql: table.triggers) }
  }

  /// The tables of this step.
  static let timeTables = [
    SealedTable(name: "times", columns: ["key", "time", "clock"], isSealedByTrigger: true)
  ]
}
