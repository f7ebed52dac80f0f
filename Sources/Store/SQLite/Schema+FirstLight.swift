extension Schema {
  /// Accounts, devices, libraries with their log and entities.
  ///
  /// - `library` is the library's short key everywhere below `libraries`, so that ids of 26
  ///   characters are not repeated in every index.
  /// - `incarnations.device` may name the server itself, which is no row of `devices`.
  /// - `operations` is the log and, with `body`, the history. A refused operation has no `seq`.
  /// - `entities.state` is all that is kept of an entity, as JSON: no other engine than Library
  ///   needs to look inside.
  /// - `writes` names, for each seq, the entities that still hold a value written by it: the index
  ///   that pages are read along. An entry goes when the last such value is overwritten, so the
  ///   index grows with what the library holds, not with what ever happened to it.
  static let firstLight = """
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      created INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE devices (
      id TEXT PRIMARY KEY NOT NULL,
      account TEXT NOT NULL REFERENCES accounts (id),
      name TEXT NOT NULL,
      secret BLOB UNIQUE CHECK (length(secret) = 32),
      created INTEGER NOT NULL,
      seen INTEGER,
      revoked INTEGER
    ) STRICT;

    CREATE TABLE pairings (
      code BLOB PRIMARY KEY NOT NULL CHECK (length(code) = 32),
      account TEXT NOT NULL REFERENCES accounts (id),
      expires INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE libraries (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL REFERENCES accounts (id),
      name TEXT NOT NULL,
      epoch TEXT NOT NULL,
      created INTEGER NOT NULL,
      head INTEGER NOT NULL,
      time INTEGER NOT NULL,
      watermark INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE incarnations (
      key INTEGER PRIMARY KEY,
      library INTEGER NOT NULL REFERENCES libraries (key),
      device TEXT NOT NULL,
      incarnation TEXT NOT NULL,
      n INTEGER NOT NULL,
      unlogged INTEGER NOT NULL,
      UNIQUE (library, device, incarnation)
    ) STRICT;

    CREATE TABLE operations (
      key INTEGER PRIMARY KEY,
      library INTEGER NOT NULL REFERENCES libraries (key),
      seq INTEGER,
      op TEXT NOT NULL,
      author INTEGER NOT NULL REFERENCES incarnations (key),
      n INTEGER NOT NULL,
      base INTEGER NOT NULL,
      at INTEGER NOT NULL,
      time INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      conflict TEXT,
      problem TEXT,
      body TEXT NOT NULL,
      UNIQUE (library, op),
      UNIQUE (library, seq)
    ) STRICT;

    CREATE TABLE entities (
      key INTEGER PRIMARY KEY,
      library INTEGER NOT NULL REFERENCES libraries (key),
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      state TEXT NOT NULL,
      UNIQUE (library, kind, id)
    ) STRICT;

    CREATE TABLE writes (
      library INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      entity INTEGER NOT NULL REFERENCES entities (key),
      PRIMARY KEY (library, seq, entity)
    ) STRICT, WITHOUT ROWID;
    """
}
