extension SQLiteStorage {
  /// Marks the file as a replica's (`PRAGMA application_id`): "DogR" in ASCII.
  static let applicationID = 0x446F_6752

  /// `PRAGMA user_version` of an up-to-date file.
  static let version = steps.count

  /// The tables, made step by step. A step that has shipped is never edited: a change is a new step.
  ///
  /// - `state` holds the checkpoint and the device's secret, by name.
  /// - `entities` and `operations` hold the stored forms of `EntityView` and `QueuedOperation`, the
  ///   same as in a browser: nothing but the machine looks inside.
  static let steps = [
    """
    CREATE TABLE state (
      name TEXT PRIMARY KEY NOT NULL,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE entities (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      state TEXT NOT NULL,
      PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE operations (
      id TEXT PRIMARY KEY NOT NULL,
      position INTEGER NOT NULL,
      state TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    PRAGMA application_id = \(applicationID);
    """,

    // Entities in the order in which they were written: the last row of each counts.
    """
    ALTER TABLE entities RENAME TO sorted;

    CREATE TABLE entities (
      place INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      state TEXT NOT NULL
    ) STRICT;

    INSERT INTO entities (kind, id, state) SELECT kind, id, state FROM sorted;

    DROP TABLE sorted;
    """,
  ]
}
