import Foundation
import GRDB
import Library

extension SQLiteStore: BlobStore {
  /// One read.
  package func blob(_ id: String, of library: String) throws(StoreError) -> [UInt8]? {
    try reading { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT bytes FROM libraries JOIN blobs ON library = libraries.key
            JOIN blobBytes ON blob = blobs.key
          WHERE libraries.id = ? AND blobs.id = ?
          """)
      return try Data.fetchOne(statement, arguments: [library, id]).map { Array($0) }
    }
  }

  /// In one transaction.
  package func keep(
    _ bytes: [UInt8], as id: String, of library: String, countMax: Int,
    byteCountMax: Int
  ) throws(StoreError) -> BlobKeeping {
    try writing { database in
      let key = try Self.key(of: library, in: database)
      let known = try Int64.fetchOne(
        database, sql: "SELECT key FROM blobs WHERE library = ? AND id = ?", arguments: [key, id])
      if let known {
        try database.execute(
          sql: "UPDATE blobs SET unnamed = NULL WHERE key = ? AND unnamed IS NOT NULL",
          arguments: [known])
        try Self.write(bytes, of: known, in: database)
        return .known
      }
      let isRoom = try Bool.fetchOne(
        database,
        sql: """
          SELECT count(*) < ? AND ifnull(sum(byteCount), 0) + ? <= ? FROM blobs WHERE library = ?
          """, arguments: [countMax, bytes.count, byteCountMax, key])
      guard isRoom == true else { return .full }
      try database.execute(
        sql: "INSERT INTO blobs (library, id, term, byteCount) VALUES (?, ?, ?, ?)",
        arguments: [key, id, Mention.term(cover: id), bytes.count])
      try Self.write(bytes, of: database.lastInsertedRowID, in: database)
      return .added
    }
  }

  /// Writes the bytes of the blob with the key `blob`, unless they are there as they must be.
  private static func write(_ bytes: [UInt8], of blob: Int64, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO blobBytes (blob, bytes, crc) VALUES (?1, ?2, checksum(?1, ?2))
        ON CONFLICT (blob) DO UPDATE SET bytes = excluded.bytes, crc = excluded.crc
          WHERE (bytes, crc) IS NOT (excluded.bytes, excluded.crc)
        """, arguments: [blob, Data(bytes)])
  }

  /// One read, and a transaction where there is something to write.
  package func letGoOfBlobs(
    of library: String, unnamedSince horizon: Int, time: Int, limit: Int
  ) throws(StoreError) -> Bool {
    let (key, isDue) = try reading { database in
      let key = try Self.key(of: library, in: database)
      let due = try Int.fetchOne(
        database,
        sql: """
          SELECT 1 FROM blobs
          WHERE library = :library AND (\(Self.isMarkedWrongly) OR unnamed <= :horizon)
          """,
        arguments: [
          "library": key, "horizon": horizon, "disputed": try Self.disputed(in: key, of: database),
        ])
      return (key, due != nil)
    }
    guard isDue else { return true }
    return try writing { database in
      let disputed = try Self.disputed(in: key, of: database)
      try database.execute(
        sql: """
          UPDATE blobs SET unnamed = CASE WHEN unnamed IS NULL THEN :time END WHERE key IN
            (SELECT key FROM blobs WHERE library = :library AND \(Self.isMarkedWrongly) LIMIT :limit)
          """,
        arguments: ["time": time, "library": key, "limit": limit, "disputed": disputed])
      let markedCount = database.changesCount
      let old = try Int64.fetchAll(
        database,
        sql: """
          SELECT key FROM blobs
          WHERE library = :library AND unnamed <= :horizon AND NOT \(Self.isNamed)
          ORDER BY key LIMIT :limit
          """,
        arguments: ["library": key, "horizon": horizon, "limit": limit, "disputed": disputed])
      for blob in old {
        try database.execute(sql: "DELETE FROM blobBytes WHERE blob = ?", arguments: [blob])
        try database.execute(sql: "DELETE FROM blobs WHERE key = ?", arguments: [blob])
      }
      return markedCount < limit && old.count < limit
    }
  }

  /// Whether a book of the library is listed under the blob, or a conflict is about it.
  private static let isNamed = """
    (EXISTS (SELECT 1 FROM mentions WHERE mentions.library = blobs.library AND mentions.term = blobs.term)
      OR blobs.id IN (SELECT value FROM json_each(:disputed)))
    """

  /// The covers of which people have yet to choose one, as a list in JSON: both of each open conflict.
  private static func disputed(in library: Int64, of database: Database) throws -> String {
    let texts = try String.fetchCursor(
      database,
      sql: """
        SELECT state FROM entities
        WHERE library = ? AND kind = 'conflict' AND instr(state, '"cover"') > 0
        """, arguments: [library])
    var covers: [JSONValue] = []
    while let text = try texts.next() {
      let state = try EntityState(text: text)
      guard !state.isDeleted, state.registers["field"]?.value == "cover" else { continue }
      covers += ["kept", "lost"].compactMap { state.registers[$0]?.value["value"] }
    }
    return JSONValue.array(covers).canonicalText
  }

  /// Whether `unnamed` says otherwise.
  private static let isMarkedWrongly = "(unnamed IS NULL) <> \(isNamed)"

  private static func key(of library: String, in database: Database) throws -> Int64 {
    guard let stored = try StoredLibrary.fetch(database, where: "id = ?", [library]).first else {
      throw StoreError.unknownLibrary(library)
    }
    return stored.key
  }
}
