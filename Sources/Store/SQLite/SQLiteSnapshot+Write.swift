import GRDB
import Library

extension SQLiteSnapshot {
  func write(_ batch: CommitBatch) throws(StoreError) {
    // What it held goes here and now: a commit is written in parts to hold little.
    try wrapping { _ = try writeAll(of: batch) }
  }

  /// Writes the last of a commit. Returns what the transaction held, and needs no more.
  func finish(with batch: CommitBatch) throws(StoreError) -> Remains {
    try wrapping { try writeAll(of: batch) }
  }

  /// The transaction around it makes it durable.
  private func writeAll(of batch: CommitBatch) throws -> Remains {
    guard !batch.operations.isEmpty || !batch.progress.isEmpty else { return Remains() }
    precondition(batch.time >= library.time, "A library's time never runs back.")
    var writer = try EntityWriter(self)
    try writer.take(batch.states)
    try write(batch.progress)
    try write(batch.operations)
    precondition(
      batch.operations.compactMap(\.result.seq).elementsEqual(head..<batch.head) {
        $0 == $1 + 1
      }, "Sequences follow the head without a gap.")
    try write(batch.history)
    // Last: other threads have formatted them meanwhile.
    let drafts = try writer.write()
    try database.cachedStatement(sql: "UPDATE libraries SET head = ?, time = ? WHERE key = ?")
      .execute(arguments: [batch.head, batch.time, key])
    head = batch.head
    let remains = Remains(of: batch.states.count, [batch, met, drafts])
    // What a later part of the commit needs of them it reads again.
    met = [:]
    readByteCount = 0
    return remains
  }

  private func write(_ progress: [DeviceProgress]) throws {
    var upsert = try RowStatement(
      """
      INSERT INTO incarnations (key, library, device, incarnation, n, unlogged, crc)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET n = excluded.n, unlogged = excluded.unlogged, crc = excluded.crc
      """, isSealed: true, in: database)
    for entry in progress {
      upsert.bind(try row(of: entry))
      upsert.bind(key)
      upsert.bind(entry.device)
      upsert.bind(entry.incarnation)
      upsert.bind(Int64(entry.n))
      upsert.bind(Int64(entry.unlogged))
      upsert.bindChecksum()
      try upsert.run()
    }
  }

  /// The row of whose progress it is: where there is none yet, the one after the last.
  private func row(of progress: DeviceProgress) throws -> Int64 {
    let author = Author(device: progress.device, incarnation: progress.incarnation)
    // Merging has asked for it, in all but odd cases.
    if authors[author] == nil { _ = try self.progress(of: author.device, in: author.incarnation) }
    if let known = authors[author] { return known }
    let last = try Int64.fetchOne(database, sql: "SELECT max(key) FROM incarnations") ?? 0
    authors[author] = last + 1
    return last + 1
  }

  private func write(_ operations: [LoggedOperation]) throws {
    var insert = try RowStatement(
      """
      INSERT INTO operations
        (place, library, op, author, n, time, outcome, conflict, problem, crc)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, isSealed: true, in: database)
    for entry in operations {
      guard let author = authors[Author(device: entry.device, incarnation: entry.incarnation)]
      else {
        preconditionFailure("Whoever writes an operation was met.")
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
      do {
        try insert.run()
      } catch let error as DatabaseError
        where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
      {
        throw StoreError.recorded(entry.operation.id)
      }
    }
  }

  /// Refused operations lie below zero, each below those before it.
  private func placeOfRefusal() throws -> Int64 {
    let least = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT min(place) FROM operations"))
    return min(least ?? 0, 0) - 1
  }
}
