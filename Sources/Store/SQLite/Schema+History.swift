import GRDB

extension Schema {
  /// History, identifiers, Trash and the past of restored libraries; checksums everywhere.
  ///
  /// - `operations` keeps who did what came of it, for ever, since a device may send an operation
  ///   again after years; what was asked for is in the history of the entities it changed.
  ///   `place` is `Place.of(seq, in: library)`.
  /// - `history` has one row for each operation and entity, at `Place.of(seq, in: entity)`, with all
  ///   that it changed there (`HistoryBody`). A value before is that of the entry before.
  /// - `mentions` leads from an ISBN, or a shelf, to the books that hold it. `term` is a hash
  ///   (`Mention`), so whoever finds an entity under it looks whether it is the one.
  /// - `trash` names the deleted entities whose values are still kept, in the order of deletion.
  /// - `restores` says of which epochs this library is a continuation, and up to which head.
  /// - `crc` is the `RowChecksum` of the other columns of its row.
  static func keepHistory(_ database: Database) throws {
    try database.execute(sql: addHistory)
    let past = FirstLightLog(database: database)
    try past.moveToHistory()
    try database.execute(
      sql: "DROP TABLE operations; ALTER TABLE log RENAME TO operations;")
    for table in historyTables {
      try table.seal(database)
      if table.isSealedByTrigger { try database.execute(sql: table.triggers) }
    }
  }

  /// Lets accounts, devices and libraries be read of a database of any age: of what is asked of them, which
  /// the step before this one made, only `restores` was not there from the first. An empty table of this
  /// connection alone stands for it.
  static func standInForRestores(_ database: Database) throws {
    guard try !database.tableExists("restores") else { return }
    try database.execute(sql: "CREATE TEMP TABLE restores (library, number, epoch, head)")
  }

  private static let addHistory = """
    CREATE TABLE log (
      place INTEGER PRIMARY KEY,
      library INTEGER NOT NULL REFERENCES libraries (key),
      op TEXT NOT NULL,
      author INTEGER NOT NULL REFERENCES incarnations (key),
      n INTEGER NOT NULL,
      time INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      conflict TEXT,
      problem TEXT,
      crc INTEGER NOT NULL DEFAULT 0,
      UNIQUE (library, op)
    ) STRICT;

    CREATE TABLE history (
      place INTEGER PRIMARY KEY,
      body TEXT NOT NULL,
      crc INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE mentions (
      library INTEGER NOT NULL,
      term INTEGER NOT NULL,
      entity INTEGER NOT NULL REFERENCES entities (key),
      crc INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (library, term, entity)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE trash (
      library INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      entity INTEGER NOT NULL REFERENCES entities (key),
      crc INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (library, seq, entity)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE restores (
      library INTEGER NOT NULL REFERENCES libraries (key),
      number INTEGER NOT NULL,
      epoch TEXT NOT NULL,
      head INTEGER NOT NULL,
      crc INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (library, number)
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE accounts ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE devices ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE pairings ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE libraries ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE incarnations ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE entities ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE writes ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
    """
}
