import GRDB
import Library

/// One library inside one SQLite transaction.
///
/// It remembers which entities it has read, so that writing them back needs no second look.
final class SQLiteSnapshot: LibrarySnapshot {
  let library: LibraryRecord
  let database: Database
  let key: Int64

  /// What is stored of an entity, in the row `key`. It passes through several hands, and a state is long.
  final class Stored: Sendable {
    let key: Int64
    let state: EntityState
    /// What it was read from, or what it takes the place of, in bytes.
    let byteCount: Int

    init(key: Int64, state: EntityState, byteCount: Int) {
      self.key = key
      self.state = state
      self.byteCount = byteCount
    }
  }

  /// One life of one device's queue.
  struct Author: Hashable {
    let device: String
    let incarnation: String

    /// Few devices have several lives at once.
    func hash(into hasher: inout Hasher) { hasher.combine(device) }
  }

  /// The rows of the authors met in this transaction.
  var authors: [Author: Int64] = [:]
  /// The entities met in this transaction; nil stands for one that does not exist.
  var met: [EntityKey: Stored?] = [:]
  /// The library's head with what was written in this transaction.
  var head: Int
  /// The entities written in this transaction, with their keys; nil where they are more than are kept.
  var written: [(key: Int64, entity: RecentStates.Entity)]? = []
  var writtenByteCount = 0
  var readByteCount = 0
  /// Their rows, for whoever had seen all that was there before.
  var rows = StoredRows()
  private var lastEntityKey: Int64?
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
    head = stored.record.head
  }

  func recorded(_ ops: [String]) throws(StoreError) -> [String: RecordedOperation] {
    try wrapping {
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
      var select = try RowStatement(
        """
        SELECT key, n, unlogged FROM incarnations
        WHERE library = ? AND device = ? AND incarnation = ?
        """, in: database)
      select.bind(key)
      select.bind(device)
      select.bind(incarnation)
      return try select.first { row in
        authors[Author(device: device, incarnation: incarnation)] = row.number(0)
        return DeviceProgress(
          device: device, incarnation: incarnation, n: Int(row.number(1)),
          unlogged: Int(row.number(2)))
      }
    }
  }

  func states(
    of keys: some Collection<EntityKey>
  ) throws(StoreError) -> [EntityKey: EntityState] {
    try read(keys, byteCountMax: .max).states
  }

  func states(
    of keys: Set<EntityKey>, byteCountMax: Int
  ) throws(StoreError) -> (states: [EntityKey: EntityState], rest: [EntityKey]) {
    let (states, count) = try read(keys, byteCountMax: byteCountMax)
    return (states, count < keys.count ? Array(keys.dropFirst(count)) : [])
  }

  /// The states of the first of `keys`, and how many were looked for.
  private func read(
    _ keys: some Collection<EntityKey>, byteCountMax: Int
  ) throws(StoreError) -> (states: [EntityKey: EntityState], count: Int) {
    try wrapping {
      var select = try RowStatement(
        "SELECT key, state FROM entities WHERE library = ? AND kind = ? AND id = ?", in: database)
      var rows: [EntityKey] = []
      rows.reserveCapacity(keys.count)
      met.reserveCapacity(met.count + keys.count)
      var reading = Pipeline { (row: (key: Int64, text: [UInt8])) in
        Result { () throws(StoreError) in
          Stored(
            key: row.key, state: try EntityState(text: row.text), byteCount: row.text.count)
        }
      }
      var (count, byteCount) = (0, 0)
      defer { readByteCount += byteCount }
      for entity in keys {
        guard byteCount <= byteCountMax else { break }
        count += 1
        select.bind(key)
        select.bind(entity.kind)
        select.bind(entity.id)
        if let row = try select.first({ (key: $0.number(0), text: $0.bytes(1)) }) {
          byteCount += row.text.count
          rows.append(entity)
          reading.put(row)
        } else {
          met.updateValue(nil, forKey: entity)
        }
      }
      var found: [EntityKey: EntityState] = [:]
      found.reserveCapacity(rows.count)
      for (entity, result) in zip(rows, reading.results()) {
        let stored = try result.get()
        met[entity] = stored
        found[entity] = stored.state
      }
      return (found, count)
    }
  }

  /// The key of the next entity to be made: one more than the last, for it is part of what the checksum
  /// covers.
  func nextEntityKey() throws -> Int64 {
    let last =
      try lastEntityKey ?? Int64.fetchOne(database, sql: "SELECT max(key) FROM entities") ?? 0
    lastEntityKey = last + 1
    return last + 1
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

  func states(of kind: String, naming id: String) throws(StoreError) -> [EntityState] {
    try wrapping {
      let texts = try String.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT state FROM entities
            WHERE library = ? AND kind = ? AND instr(state, ?) > 0 ORDER BY id
            """),
        arguments: [key, kind, JSONValue.string(id).canonicalText])
      var states: [EntityState] = []
      while let text = try texts.next() { states.append(try EntityState(text: text)) }
      return states
    }
  }

  func forEachState(
    of kind: String?, _ body: (EntityState) throws(StoreError) -> Void
  ) throws(StoreError) {
    try wrapping {
      let states = try String.fetchCursor(
        database,
        sql: """
          SELECT state FROM entities WHERE library = ?1 AND ifnull(kind = ?2, TRUE) ORDER BY key
          """, arguments: [key, kind])
      while let state = try states.next() { try body(EntityState(text: state)) }
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
