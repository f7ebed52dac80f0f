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
    try write(batch.history)
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
          (place, library, op, author, n, time, outcome, conflict, problem, crc)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for entry in operations {
      guard let author = authors[Author(device: entry.device, incarnation: entry.incarnation)]
      else {
        preconditionFailure("Who writes an operation has come further by it.")
      }
      let place = try entry.result.seq.map { Place.of($0, in: key) } ?? placeOfRefusal()
      let (outcome, result) = (entry.result.outcomeText, entry.result)
      let problem = result.problemText
      var crc = RowChecksum()
      crc.add(number: place)
      crc.add(number: key)
      crc.add(text: entry.operation.id)
      crc.add(number: author)
      crc.add(number: Int64(entry.operation.n))
      crc.add(number: Int64(entry.time))
      crc.add(text: outcome)
      crc.add(text: result.conflict)
      crc.add(text: problem)
      try statement.execute(arguments: [
        place, key, entry.operation.id, author, entry.operation.n, entry.time, outcome,
        result.conflict, problem, crc.value,
      ])
    }
  }

  /// Refused operations lie below zero, each below those before it.
  private func placeOfRefusal() throws -> Int64 {
    let least = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT min(place) FROM operations"))
    return min(least ?? 0, 0) - 1
  }

  private func write(_ state: EntityState) throws {
    // Merging has read it, in all but odd cases.
    if met[state.entity] == nil { _ = try states(of: [state.entity]) }
    let text = state.storedText
    var stored: Stored
    if let known = met[state.entity] ?? nil {
      stored = known
      try database.cachedStatement(sql: "UPDATE entities SET state = ?, crc = ? WHERE key = ?")
        .execute(arguments: [text, checksum(of: state.entity, text, key: stored.key), stored.key])
    } else {
      // A new key is one more than the last: it is part of what the checksum covers.
      let last = try Int64.fetchOne(
        database.cachedStatement(sql: "SELECT max(key) FROM entities"))
      stored = Stored(key: (last ?? 0) + 1)
      try database.cachedStatement(
        sql: "INSERT INTO entities (key, library, kind, id, state, crc) VALUES (?, ?, ?, ?, ?, ?)"
      ).execute(arguments: [
        stored.key, key, state.entity.kind, state.entity.id, text,
        checksum(of: state.entity, text, key: stored.key),
      ])
    }
    let new = Stored(key: stored.key, of: state)
    try update("writes", "seq", of: stored.key, from: stored.seqs, to: new.seqs)
    if stored.terms != new.terms {
      try update("mentions", "term", of: stored.key, from: stored.terms, to: new.terms)
    }
    if stored.trashed != new.trashed {
      try update(
        "trash", "seq", of: stored.key, from: Set([stored.trashed].compactMap(\.self)),
        to: Set([new.trashed].compactMap(\.self)))
    }
    met[state.entity] = new
    let row = try rows.append(text, since: library.head)
    written[stored.key] = RecentStates.Entity(
      text: text, row: StoredRows.Member(row, after: library.head, seqs: new.seqs))
  }

  private func checksum(of entity: EntityKey, _ state: String, key entityKey: Int64) -> Int64 {
    var crc = RowChecksum()
    crc.add(number: entityKey)
    crc.add(number: key)
    crc.add(text: entity.kind)
    crc.add(text: entity.id)
    crc.add(text: state)
    return crc.value
  }

  /// Lists the entity `entityKey` in the index `table` under `new` in place of `old`.
  private func update<Number: FixedWidthInteger>(
    _ table: String, _ column: String, of entityKey: Int64, from old: Set<Number>,
    to new: Set<Number>
  ) throws {
    for number in new where !old.contains(number) {
      var crc = RowChecksum()
      crc.add(number: key)
      crc.add(number: Int64(number))
      crc.add(number: entityKey)
      try database.cachedStatement(
        sql: "INSERT INTO \(table) (library, \(column), entity, crc) VALUES (?, ?, ?, ?)"
      ).execute(arguments: [key, Int64(number), entityKey, crc.value])
    }
    for number in old where !new.contains(number) {
      try database.cachedStatement(
        sql: "DELETE FROM \(table) WHERE library = ? AND \(column) = ? AND entity = ?"
      ).execute(arguments: [key, Int64(number), entityKey])
    }
  }
}
