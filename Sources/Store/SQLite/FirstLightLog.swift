import GRDB
import Library

/// The database as the first step left it, which kept no history but in its log what every operation
/// had asked for: read once, when history and the indexes over entities are made from it.
///
/// So a library has a history from its first day. It says what authors wrote; what was written in
/// vain, against a value that still stands, is in conflict records.
struct FirstLightLog {
  let database: Database

  /// What stands in an entity, and which of its writes history has by now.
  private struct Standing {
    let key: Int64
    let state: EntityState
    var missing: [HistoryEntry.Subject: (version: Version, value: JSONValue)]
  }

  /// Fills `log`, `history`, `mentions` and `trash`.
  func moveToHistory() throws {
    try database.execute(
      sql: """
        INSERT INTO log (place, library, op, author, n, time, outcome, conflict, problem)
        SELECT iif(seq IS NULL, -key, library << 32 | seq), library, op, author, n, time, outcome,
          conflict, problem
        FROM operations
        """)
    let libraries = try Int64.fetchAll(database, sql: "SELECT key FROM libraries")
    for library in libraries {
      var standings: [EntityKey: Standing] = [:]
      let rows = try GRDB.Row.fetchCursor(
        database, sql: "SELECT key, state FROM entities WHERE library = ?", arguments: [library])
      while let row = try rows.next() {
        let state = try EntityState(text: row[1])
        standings[state.entity] = Standing(
          key: row[0], state: state, missing: Self.writes(in: state))
        try list(state, key: row[0], in: library)
      }
      try readLog(of: library, into: &standings)
    }
  }

  /// Enters an entity in the indexes.
  private func list(_ state: EntityState, key: Int64, in library: Int64) throws {
    for term in Mention.terms(of: state) {
      try database.execute(
        sql: "INSERT INTO mentions (library, term, entity) VALUES (?, ?, ?)",
        arguments: [library, term, key])
    }
    if let seq = state.trashed {
      try database.execute(
        sql: "INSERT INTO trash (library, seq, entity) VALUES (?, ?, ?)",
        arguments: [library, seq, key])
    }
  }

  private func readLog(
    of library: Int64, into standings: inout [EntityKey: Standing]
  ) throws {
    var entries: [Int64: [HistoryBody.Entry]] = [:]
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT seq, at, time, body FROM operations WHERE library = ? AND seq IS NOT NULL
        ORDER BY seq
        """, arguments: [library])
    while let row = try rows.next() {
      let (seq, stamp): (Int, Int) = (row[0], min(row[1] as Int, row[2] as Int))
      let changes = (try? JSONValue(parsing: row[3] as String))?.array ?? []
      for change in changes.compactMap({ try? Change(json: $0) }) {
        guard let standing = standings[change.entity] else { continue }
        for write in Self.writes(by: change, seq: seq, stamp: stamp, to: standing.state) {
          entries[Place.of(seq, in: standing.key), default: []].append(write)
          if standing.missing[write.subject]?.version.seq == seq {
            standings[change.entity]?.missing[write.subject] = nil
          }
        }
      }
    }
    // What the server wrote in merging stands in no operation.
    for standing in standings.values {
      for (subject, write) in standing.missing {
        entries[Place.of(write.version.seq, in: standing.key), default: []].append(
          HistoryBody.Entry(
            subject: subject, stamp: write.version.stamp, to: write.value,
            isAuthored: subject.isAuthored(in: standing.state.entity.kind)))
      }
    }
    for (place, entries) in entries {
      try database.execute(
        sql: "INSERT INTO history (place, body) VALUES (?, ?)",
        arguments: [place, HistoryBody(entries).text])
    }
  }

  /// What `change` wrote, but for what did not come to stand.
  private static func writes(
    by change: Change, seq: Int, stamp: Int, to state: EntityState
  ) -> [HistoryBody.Entry] {
    var entries: [HistoryBody.Entry] = []
    func add(_ subject: HistoryEntry.Subject, _ to: JSONValue?) {
      entries.append(
        HistoryBody.Entry(
          subject: subject, stamp: stamp, to: to,
          isAuthored: subject.isAuthored(in: change.entity.kind)))
    }
    if state.created.seq == seq { add(.life, "created") }
    switch change.life {
    case .delete: add(.life, "deleted")
    case .restore: add(.life, "restored")
    default: break
    }
    for (field, value) in change.set.sorted(by: { $0.key < $1.key }) {
      guard let standing = state.registers[field]?.version.seq, standing >= seq else { continue }
      add(.field(field), value)
    }
    for (field, elements) in change.add.sorted(by: { $0.key < $1.key }) {
      for (name, value) in elements.sorted(by: { $0.key < $1.key }) {
        add(.element(field: field, name: name), value)
      }
    }
    for (field, names) in change.del.sorted(by: { $0.key < $1.key }) {
      for name in names { add(.element(field: field, name: name), nil) }
    }
    return entries
  }

  /// The writes that stand in `state`.
  private static func writes(
    in state: EntityState
  ) -> [HistoryEntry.Subject: (version: Version, value: JSONValue)] {
    var writes: [HistoryEntry.Subject: (version: Version, value: JSONValue)] = [:]
    for (field, register) in state.registers {
      writes[.field(field)] = (register.version, register.value)
    }
    for (field, elements) in state.sets {
      for element in elements.values {
        guard let shown = element.shown else { continue }
        writes[.element(field: field, name: element.name)] = (shown.version, shown.value)
      }
    }
    return writes
  }
}

extension HistoryEntry.Subject {
  /// Whether a person wrote it.
  fileprivate func isAuthored(in kind: String) -> Bool {
    switch self {
    case .field(let field), .element(let field, _):
      Library.Schema.field(field, of: kind)?.isAuthored ?? true
    case .life: true
    }
  }
}
