import GRDB

extension Schema {
  /// The places of windows, what devices share of them, and links that wait for a device.
  ///
  /// - `scenes.nav` is the state as canonical JSON: no engine needs to look inside. `following` is
  ///   `device/scene`.
  /// - `shares.spent` is the greatest epoch of any window of the device that was forgotten.
  /// - `links.sender` may name the server itself, which is no row of `devices`; `repeats` are ids,
  ///   apart by spaces.
  static func keepScenes(_ database: Database) throws {
    try database.execute(sql: addScenes)
    for table in sceneTables { try database.execute(sql: table.triggers) }
  }

  private static let addScenes = """
    CREATE TABLE scenes (
      device TEXT NOT NULL REFERENCES devices (id),
      scene TEXT NOT NULL,
      name TEXT NOT NULL,
      epoch INTEGER NOT NULL,
      rev INTEGER NOT NULL,
      lib INTEGER NOT NULL,
      layout TEXT NOT NULL,
      following TEXT,
      seen INTEGER NOT NULL,
      closed INTEGER,
      nav BLOB,
      crc INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (device, scene)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE shares (
      device TEXT PRIMARY KEY NOT NULL REFERENCES devices (id),
      share TEXT NOT NULL,
      spent INTEGER NOT NULL,
      crc INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE links (
      sender TEXT NOT NULL,
      id TEXT NOT NULL,
      repeats TEXT NOT NULL,
      device TEXT NOT NULL REFERENCES devices (id),
      link TEXT NOT NULL,
      lib INTEGER NOT NULL,
      at INTEGER NOT NULL,
      state TEXT NOT NULL,
      crc INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (sender, id)
    ) STRICT, WITHOUT ROWID;
    """

  /// The tables of this step.
  static let sceneTables = [
    SealedTable(
      name: "scenes",
      columns: [
        "device", "scene", "name", "epoch", "rev", "lib", "layout", "following", "seen", "closed",
        "nav",
      ], isSealedByTrigger: true, keyCount: 2),
    SealedTable(name: "shares", columns: ["device", "share", "spent"], isSealedByTrigger: true),
    SealedTable(
      name: "links",
      columns: ["sender", "id", "repeats", "device", "link", "lib", "at", "state"],
      isSealedByTrigger: true, keyCount: 2),
  ]
}
