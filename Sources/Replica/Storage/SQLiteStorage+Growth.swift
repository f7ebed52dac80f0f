import GRDB

extension SQLiteStorage {
  /// How much the table of entities has grown.
  struct Growth {
    /// The rows that it has.
    var rowCount = 0
    /// How many of them count; after a first sync roughly, for what changed meanwhile came twice.
    var entityCount = 0

    /// Whether so much of it is stale that looking through all of it pays.
    var isTooMuch: Bool { rowCount > 2 * entityCount + Limits.storageStaleRowCountMax }

    /// `batch` was written.
    mutating func add(_ batch: Batch) {
      if batch.replacesAll { self = Growth() }
      rowCount += batch.entities.count
      // Of a first sync every row is a new entity's, or nearly; of a whole library every one is.
      if batch.replacesAll || batch.checkpoint?.isComplete == false {
        entityCount += batch.entities.count
      }
    }
  }

  /// Takes away the rows of entities that were written again since.
  static func removeStaleRows(_ database: Database) throws -> Growth {
    try database.execute(
      sql: """
        DELETE FROM entities
        WHERE place NOT IN (SELECT max(place) FROM entities GROUP BY kind, id)
        """)
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM entities") ?? 0
    return Growth(rowCount: count, entityCount: count)
  }
}
