import GRDB
import Library

/// One library inside one SQLite transaction.
///
/// It remembers which entities it has read, so that writing them back needs no second look.
final class SQLiteSnapshot: LibrarySnapshot {
  let library: LibraryRecord
  let database: Database
  let key: Int64

  /// What is stored of an entity: its row, and where it is listed.
  struct Stored {
    var key: Int64
    /// In `writes`.
    var seqs: Set<Int> = []
    /// In `mentions`.
    var terms: Set<Int64> = []
    /// In `trash`.
    var trashed: Int?
  }

  /// The entities met in this transaction; nil stands for one that does not exist.
  var met: [EntityKey: Stored?] = [:]
  /// The entities written in this transaction, by their keys.
  var written: [Int64: RecentStates.Entity] = [:]
  /// Their rows, for whoever had seen all that was there before.
  var rows = StoredRows()
  /// What earlier transactions wrote last.
  let recent: RecentStates

  /// - Throws: `StoreError.unknownLibrary`.
  init(of id: String, in database: Database, recent: RecentStates) throws {
    guard let stored = try StoredLibrary.fetch(database, where: "id = ?", [id]).first else {
      throw StoreError.unknownLibrary(id)
    }
    self.database = database
    self.recent = recent
    self.library = stored.record
    self.key = stored.key
  }

  func recorded(_ ops: [String]) throws(StoreError) -> [String: RecordedOperation] {
    try wrapping {
      // All in one question: as many as there are ops would cost more than their answers.
      let rows = try GRDB.Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT op, device, incarnation, operations.n, place, outcome, conflict, problem
            FROM json_each(?) CROSS JOIN operations ON operations.library = ? AND op = value
            JOIN incarnations ON incarnations.key = author
            """),
        arguments: [JSONValue.array(ops.map(JSONValue.string)).canonicalText, key])
      var recorded: [String: RecordedOperation] = [:]
      while let row = try rows.next() { recorded[row[0]] = try RecordedOperation(row: row) }
      return recorded
    }
  }

  func progress(
    of device: String, in incarnation: String
  ) throws(StoreError) -> DeviceProgress? {
    try wrapping {
      let statement = try database.cachedStatement(
        sql: """
          SELECT n, unlogged FROM incarnations
          WHERE library = ? AND device = ? AND incarnation = ?
          """)
      return try GRDB.Row.fetchOne(statement, arguments: [key, device, incarnation]).map { row in
        DeviceProgress(device: device, incarnation: incarnation, n: row[0], unlogged: row[1])
      }
    }
  }

  func states(
    of keys: some Collection<EntityKey>
  ) throws(StoreError) -> [EntityKey: EntityState] {
    try wrapping {
      let wanted = keys.map { JSONValue.array([.string($0.kind), .string($0.id)]) }
      for entity in keys { met.updateValue(nil, forKey: entity) }
      let rows = try GRDB.Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT entities.key, kind, entities.id, state
            FROM json_each(?) CROSS JOIN entities
            ON library = ? AND kind = json_extract(value, '$[0]')
              AND entities.id = json_extract(value, '$[1]')
            """), arguments: [JSONValue.array(wanted).canonicalText, key])
      var states: [EntityKey: EntityState] = [:]
      while let row = try rows.next() {
        let entity = EntityKey(kind: row[1], id: row[2])
        let state = try EntityState(stored: row[3])
        met[entity] = Stored(key: row[0], of: state)
        states[entity] = state
      }
      return states
    }
  }

  func times(of seqs: Set<Int>) throws(StoreError) -> [Int: Int] {
    try wrapping {
      let statement = try database.cachedStatement(
        sql: "SELECT time FROM operations WHERE place = ?")
      var times: [Int: Int] = [:]
      for seq in seqs {
        times[seq] = try Int.fetchOne(statement, arguments: [Place.of(seq, in: key)])
      }
      return times
    }
  }

  func forEachState(_ body: (EntityState) throws(StoreError) -> Void) throws(StoreError) {
    try wrapping {
      let states = try String.fetchCursor(
        database, sql: "SELECT state FROM entities WHERE library = ? ORDER BY key",
        arguments: [key])
      while let state = try states.next() { try body(EntityState(stored: state)) }
    }
  }

  /// Runs `body` with the engine's errors made ours.
  func wrapping<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do {
      return try body()
    } catch {
      throw StoreError(error)
    }
  }
}

extension RecordedOperation {
  fileprivate init(row: GRDB.Row) throws {
    self.init(
      device: row[1], incarnation: row[2], n: row[3],
      result: try OperationResult(
        place: row[4], outcome: row[5], conflict: row[6], problem: row[7]))
  }
}

extension SQLiteSnapshot.Stored {
  /// Where `state` is to be listed.
  init(key: Int64, of state: EntityState) {
    self.key = key
    self.seqs = state.seqs
    self.terms = Mention.terms(of: state)
    self.trashed = state.trashed
  }
}
