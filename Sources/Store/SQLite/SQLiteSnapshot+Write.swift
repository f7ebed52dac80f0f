import GRDB
import Library

extension SQLiteSnapshot {
  /// Writes all of `batch`; the transaction around it makes it durable.
  func write(_ batch: CommitBatch) throws {
    guard !batch.operations.isEmpty || !batch.progress.isEmpty else { return }
    precondition(batch.time >= library.time, "A library's time never runs back.")
    var writer = try EntityWriter(self)
    try writer.take(batch.states)
    let authors = try write(batch.progress)
    try write(batch.operations, authors: authors)
    precondition(
      batch.operations.compactMap(\.result.seq).elementsEqual(library.head..<batch.head) {
        $0 == $1 + 1
      }, "Sequences follow the head without a gap.")
    try writer.write()
    try write(batch.history)
    try database.cachedStatement(sql: "UPDATE libraries SET head = ?, time = ? WHERE key = ?")
      .execute(arguments: [batch.head, batch.time, key])
  }

  private struct Author: Hashable {
    let device: String
    let incarnation: String
  }

  private func write(_ progress: [DeviceProgress]) throws -> [Author: Int64] {
    var upsert = try RowStatement(
      """
      INSERT INTO incarnations (library, device, incarnation, n, unlogged)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET n = excluded.n, unlogged = excluded.unlogged
      RETURNING key
      """, in: database)
    var authors: [Author: Int64] = [:]
    for entry in progress {
      upsert.bind(key)
      upsert.bind(entry.device)
      upsert.bind(entry.incarnation)
      upsert.bind(Int64(entry.n))
      upsert.bind(Int64(entry.unlogged))
      authors[Author(device: entry.device, incarnation: entry.incarnation)] =
        try upsert.first { $0.number(0) }
    }
    return authors
  }

  private func write(_ operations: [LoggedOperation], authors: [Author: Int64]) throws {
    var insert = try RowStatement(
      """
      INSERT INTO operations
        (place, library, op, author, n, time, outcome, conflict, problem, crc)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, in: database)
    for entry in operations {
      guard let author = authors[Author(device: entry.device, incarnation: entry.incarnation)]
      else {
        preconditionFailure("Who writes an operation has come further by it.")
      }
      insert.bind(try entry.result.seq.map { Place.of($0, in: key) } ?? placeOfRefusal())
      insert.bind(key)
      insert.bind(entry.operation.id)
      insert.bind(author)
      insert.bind(Int64(entry.operation.n))
      insert.bind(Int64(entry.time))
      insert.bind(entry.result.outcomeText)
      insert.bind(entry.result.conflict)
      insert.bind(entry.result.problemText)
      insert.bindChecksum()
      try insert.run()
    }
  }

  /// Refused operations lie below zero, each below those before it.
  private func placeOfRefusal() throws -> Int64 {
    let least = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT min(place) FROM operations"))
    return min(least ?? 0, 0) - 1
  }
}
