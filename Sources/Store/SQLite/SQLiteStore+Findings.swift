import GRDB
import Library

extension SQLiteStore {
  /// SQLite's own `integrity_check`, and every rule that the tables cannot state.
  package func findings() throws(StoreError) -> [String] {
    try reading { database in
      var inspection = Inspection(database: database)
      try inspection.inspectFile()
      for library in try StoredLibrary.fetch(database, where: "true", []) {
        try inspection.inspect(library)
      }
      return inspection.findings
    }
  }
}

/// Looks through a database for what must not be there, in one snapshot.
struct Inspection {
  let database: Database
  private(set) var findings: [String] = []

  private var isFull: Bool { findings.count >= Limits.findingsMax }

  init(database: Database) {
    self.database = database
  }

  private mutating func find(_ finding: String) {
    if !isFull { findings.append(finding) }
  }

  /// Finds one sentence for each row of `sql`.
  private mutating func findRows(
    _ sql: String, _ arguments: StatementArguments = [], _ sentence: (GRDB.Row) -> String
  ) throws {
    let rows = try GRDB.Row.fetchCursor(database, sql: sql, arguments: arguments)
    while !isFull, let row = try rows.next() { find(sentence(row)) }
  }

  // MARK: The file

  /// The file's own structure, and references between its tables.
  mutating func inspectFile() throws {
    for message in try String.fetchAll(
      database, sql: "PRAGMA integrity_check(\(Limits.findingsMax))")
    where message != "ok" {
      find("The database file is damaged: \(message).")
    }
    try findRows("PRAGMA foreign_key_check") { row in
      "A row of \(row[0] as String) refers to a row of \(row[2] as String) that does not exist."
    }
    try findRows(
      """
      SELECT DISTINCT device FROM incarnations
      WHERE device <> ? AND device NOT IN (SELECT id FROM devices)
      """, [Author.server]
    ) { row in "The log holds operations of the device \(row[0] as String), which does not exist." }
  }

  // MARK: One library

  mutating func inspect(_ library: StoredLibrary) throws {
    try inspectOrder(library)
    try inspectAuthors(library)
    try inspectBodies(library)
    try inspectEntities(library)
  }

  /// Sequences are 1…head without a gap, times never run back, nobody saw the future.
  private mutating func inspectOrder(_ library: StoredLibrary) throws {
    let (key, record) = (library.key, library.record)
    let counted = try GRDB.Row.fetchOne(
      database,
      sql: """
        SELECT count(seq), count(DISTINCT seq), ifnull(min(seq), 1), ifnull(max(seq), 0),
          ifnull(max(time), 0)
        FROM operations WHERE library = ? AND seq IS NOT NULL
        """, arguments: [key])
    if let counted {
      let (count, distinct, first, last): (Int, Int, Int, Int) = (
        counted[0], counted[1], counted[2], counted[3]
      )
      if first != 1 || last != record.head || count != record.head || distinct != record.head {
        find(
          "The log of “\(record.name)” should hold the sequences 1 to \(record.head), once each, and "
            + "holds \(count) from \(first) to \(last).")
      }
      if counted[4] as Int > record.time {
        find("“\(record.name)” has an operation from after the library's last time.")
      }
    }
    try findRows(
      """
      SELECT seq FROM (
        SELECT seq, time, lag(time, 1, 0) OVER (ORDER BY seq) AS before FROM operations
        WHERE library = ? AND seq IS NOT NULL
      ) WHERE time < before
      """, [key]
    ) { row in "The server time of operation \(row[0] as Int) is before that of the one before it."
    }
    try findRows(
      "SELECT op FROM operations WHERE library = ? GROUP BY op HAVING count(*) > 1", [key]
    ) { row in "The operation \(row[0] as String) is in the log more than once." }
  }

  /// Each author's n are 1…last, once each, logged or known to be not.
  private mutating func inspectAuthors(_ library: StoredLibrary) throws {
    try findRows(
      """
      SELECT device, incarnation, incarnations.n, unlogged, count(operations.n),
        count(DISTINCT operations.n), ifnull(min(operations.n), 1), ifnull(max(operations.n), 0)
      FROM incarnations LEFT JOIN operations ON author = incarnations.key
      WHERE incarnations.library = ? GROUP BY incarnations.key
      HAVING count(operations.n) + unlogged <> incarnations.n
        OR count(DISTINCT operations.n) <> count(operations.n)
        OR ifnull(min(operations.n), 1) < 1 OR ifnull(max(operations.n), 0) > incarnations.n
      """, [library.key]
    ) { row in
      "The device \(row[0] as String) (incarnation \(row[1] as String)) has come to n = "
        + "\(row[2] as Int), but the log holds \(row[4] as Int) of its operations, and "
        + "\(row[3] as Int) are known to be not there."
    }
  }

  /// Every operation's result and changes can be read.
  private mutating func inspectBodies(_ library: StoredLibrary) throws {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT op, seq, outcome, conflict, problem, body FROM operations
        WHERE library = ? ORDER BY key
        """, arguments: [library.key])
    while !isFull, let row = try rows.next() {
      let op: String = row[0]
      let result = try? OperationResult(
        seq: row[1], outcome: row[2], conflict: row[3], problem: row[4])
      let changes = (try? JSONValue(parsing: row[5] as String))?.array
      let isReadable = changes?.allSatisfy { (try? Change(json: $0)) != nil } ?? false
      if result == nil || !isReadable {
        find("The operation \(op) in the log of “\(library.record.name)” cannot be read.")
      }
      if let conflict = result?.conflict, try !exists(library, "conflict", conflict) {
        find("The operation \(op) left the conflict \(conflict), which does not exist.")
      }
    }
  }

  // MARK: Entities

  /// Every entity can be read, is from this library's past, and is listed under what it holds.
  private mutating func inspectEntities(_ library: StoredLibrary) throws {
    var listed: [Int64: [Int]] = [:]
    let writes = try GRDB.Row.fetchCursor(
      database, sql: "SELECT entity, seq FROM writes WHERE library = ?", arguments: [library.key])
    while let row = try writes.next() { listed[row[0], default: []].append(row[1]) }
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT key, kind, id, state FROM entities WHERE library = ? ORDER BY key",
      arguments: [library.key])
    while !isFull, let row = try rows.next() {
      let name = "\(row[1] as String) \(row[2] as String)"
      guard let state = try? EntityState(stored: row[3]) else {
        find("The \(name) cannot be read.")
        continue
      }
      try inspect(state, listed: listed[row[0]] ?? [], name: name, in: library)
      if state.entity != EntityKey(kind: row[1], id: row[2]) {
        find("The \(name) holds the state of \(state.entity.kind) \(state.entity.id).")
      }
    }
  }

  private mutating func inspect(
    _ state: EntityState, listed: [Int], name: String, in library: StoredLibrary
  ) throws {
    let seqs = state.seqs
    if let last = seqs.max(), last > library.record.head {
      find(
        "The \(name) was last changed at \(last), after the library's head \(library.record.head).")
    }
    if Set(listed) != seqs || listed.count != seqs.count {
      find(
        "The \(name) is not listed under the operations that wrote it: devices may miss a change.")
    }
    guard state.entity.kind == "conflict", !state.isDeleted else { return }
    let target = state.registers["entity"]?.value
    if let kind = target?["e"]?.string, let id = target?["id"]?.string,
      try exists(library, kind, id)
    {
      return
    }
    find("The \(name) is about an entity that does not exist.")
  }

  private func exists(_ library: StoredLibrary, _ kind: String, _ id: String) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM entities WHERE library = ? AND kind = ? AND id = ?")
    return try Int.fetchOne(statement, arguments: [library.key, kind, id]) != nil
  }
}
