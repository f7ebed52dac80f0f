import GRDB
import Library

extension Schema {
  /// The pictures that books name.
  ///
  /// - `blobs.term` is what a book that names it is listed under (`Mention`), and `unnamed` since when none
  ///   is; null while one is, or nobody has looked yet.
  /// - `blobBytes` is a table of its own: what changes about a blob is written without them.
  static func keepBlobs(_ database: Database) throws {
    try database.execute(sql: addBlobs)
    for table in blobTables where table.isSealedByTrigger {
      try database.execute(sql: table.triggers)
    }
    try listCovers(database)
  }

  private static let addBlobs = """
    CREATE TABLE blobs (
      key INTEGER PRIMARY KEY,
      library INTEGER NOT NULL REFERENCES libraries (key),
      id TEXT NOT NULL,
      term INTEGER NOT NULL,
      byteCount INTEGER NOT NULL,
      unnamed INTEGER,
      crc INTEGER NOT NULL DEFAULT 0,
      UNIQUE (library, id)
    ) STRICT;

    CREATE TABLE blobBytes (
      blob INTEGER PRIMARY KEY REFERENCES blobs (key),
      bytes BLOB NOT NULL,
      crc INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    """

  /// Lists the books that name a cover already under it; until now none were.
  private static func listCovers(_ database: Database) throws {
    let books = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT key, library, state FROM entities
        WHERE kind = 'book' AND instr(state, '"cover"') > 0 ORDER BY key
        """)
    while let row = try books.next() {
      guard let term = Mention.coverTerm(of: try EntityState(text: row[2])) else { continue }
      // The first step lists them so already, where it has just gone through an old log.
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO mentions (library, term, entity, crc)
          VALUES (?1, ?2, ?3, checksum(?1, ?2, ?3))
          """, arguments: [row[1] as Int64, term, row[0] as Int64])
    }
  }

  /// The tables of this step.
  static let blobTables = [
    SealedTable(
      name: "blobs", columns: ["key", "library", "id", "term", "byteCount", "unnamed"],
      isSealedByTrigger: true),
    SealedTable(
      name: "blobBytes", columns: ["blob", "bytes"], isSealedByTrigger: false, isLong: true),
  ]
}
