import GRDB
import Library

extension SQLiteSnapshot {
  /// Writes all of `batch`; the transaction around it makes it durable.
  func write(_ batch: CommitBatch) throws {
    guard !batch.operations.isEmpty || !batch.progress.isEmpty else { return }
    precondition(batch.time >= library.time, "A library's time never runs back.")
    let authors = try write(batch.progress)
    try write(batch.operations, authors: authors)
    precondition(
      batch.operations.compactMap(\.result.seq).elementsEqual(library.head..<batch.head) {
        $0 == $1 + 1
      }, "Sequences follow the head without a gap.")
    for state in batch.states { try write(state) }
    try database.cachedStatement(sql: "UPDATE libraries SET head = ?, time = ? WHERE key = ?")
      .execute(arguments: [batch.head, batch.time, key])
  }

  private struct Author: Hashable {
    let device: String
    let incarnation: String
  }

  private func write(_ progress: [DeviceProgress]) throws -> [Author: Int64] {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO incarnations (library, device, incarnation, n, unlogged)
        VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET n = excluded.n, unlogged = excluded.unlogged
        RETURNING key
        """)
    var authors: [Author: Int64] = [:]
    for entry in progress {
      authors[Author(device: entry.device, incarnation: entry.incarnation)] = try Int64.fetchOne(
        statement,
        arguments: [key, entry.device, entry.incarnation, entry.n, entry.unlogged])
    }
    return authors
  }

  private func write(_ operations: [LoggedOperation], authors: [Author: Int64]) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO operations
          (library, seq, op, author, n, base, at, time, outcome, conflict, problem, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for entry in operations {
      let author = authors[Author(device: entry.device, incarnation: entry.incarnation)]
      precondition(author != nil, "Who writes an operation has come further by it.")
      let operation = entry.operation
      try statement.execute(arguments: [
        key, entry.result.seq, operation.id, author, operation.n, operation.base, operation.at,
        entry.time, entry.result.outcomeText, entry.result.conflict, entry.result.problemText,
        operation.storedBody,
      ])
    }
  }

  private func write(_ state: EntityState) throws {
    // Merging has read it, in all but odd cases.
    if met[state.entity] == nil { _ = try states(of: [state.entity]) }
    let seqs = state.seqs
    let text = state.json.canonicalText
    let stored: Stored
    if let known = met[state.entity] ?? nil {
      stored = known
      try database.cachedStatement(sql: "UPDATE entities SET state = ? WHERE key = ?")
        .execute(arguments: [text, stored.key])
    } else {
      try database.cachedStatement(
        sql: "INSERT INTO entities (library, kind, id, state) VALUES (?, ?, ?, ?)"
      ).execute(arguments: [key, state.entity.kind, state.entity.id, text])
      stored = Stored(key: database.lastInsertedRowID, seqs: [])
    }
    for seq in seqs where !stored.seqs.contains(seq) {
      try database.cachedStatement(
        sql: "INSERT INTO writes (library, seq, entity) VALUES (?, ?, ?)"
      )
      .execute(arguments: [key, seq, stored.key])
    }
    for seq in stored.seqs where !seqs.contains(seq) {
      try database.cachedStatement(
        sql: "DELETE FROM writes WHERE library = ? AND seq = ? AND entity = ?"
      ).execute(arguments: [key, seq, stored.key])
    }
    met[state.entity] = Stored(key: stored.key, seqs: seqs)
  }
}
