import GRDB

/// The tables, made step by step. A step that has shipped is never edited: a change is a new step.
///
/// A fresh library and one of any age thus go through the same steps and end with the same tables.
enum Schema {
  /// Marks the file as ours (`PRAGMA application_id`): "Dogr" in ASCII.
  static let applicationID = 0x446F_6772

  /// How many steps there are, which is also `PRAGMA user_version` of an up-to-date file.
  static let version = steps.count

  /// Brings `writer`'s database up to date, or to what it was with the step `last`.
  static func migrate(_ writer: any DatabaseWriter, upTo last: Int = version) throws {
    var migrator = DatabaseMigrator()
    for (index, step) in steps.enumerated() {
      migrator.registerMigration("\(index + 1)") { database in
        try step(database)
        try database.execute(sql: "PRAGMA user_version = \(index + 1)")
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      }
    }
    try migrator.migrate(writer, upTo: "\(last)")
  }

  private typealias Step = @Sendable (Database) throws -> Void

  private static let steps: [Step] = [
    { try $0.execute(sql: firstLight) },
    keepHistory,
    keepScenes,
    keepTime,
    sealIncarnations,
    listDocuments,
    keepBlobs,
  ]

  /// What there is by way of tables, indexes and triggers, and which steps made it.
  static func tables(of database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: """
        SELECT type || '|' || name || '|' || tbl_name || '|' || ifnull(sql, '') FROM sqlite_schema
        WHERE name NOT LIKE 'sqlite_stat%' ORDER BY name
        """) + String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations")
  }

  /// What an up-to-date database has.
  /// - Throws: What making one in memory throws.
  static func expectedTables() throws -> [String] { try expected.get() }

  private static let expected = Result { try SQLiteStore().reading(tables) }
}
