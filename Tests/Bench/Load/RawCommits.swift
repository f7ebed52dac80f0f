import Glibc
import Store

/// The rows that a server wrote, committed once more by bare SQLite: the same rows, in the same groups,
/// on a copy of the same database, as durably.
///
/// What it does not do is everything else: no order, no merge, no answers, no sockets. The triggers are
/// dropped, for the function they call is the store's.
final class RawCommits {
  private let server: RawDatabase
  private let copy: RawDatabase
  private let insertOperation, updateEntity, insertWrite, insertHistory: RawDatabase.Statement
  private let updateIncarnation, updateLibrary, begin, commit: RawDatabase.Statement

  /// Copies the server's database at `path` to `copyPath`, as it stands.
  init(of path: String, at copyPath: String) throws {
    server = try RawDatabase(path: path)
    try server.statement("VACUUM INTO ?").run([.text(Array(copyPath.utf8))])
    copy = try RawDatabase(path: copyPath)
    // As SQLiteStore sets it up.
    try copy.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -\(Store.Limits.cacheKibibytes);
      PRAGMA wal_autocheckpoint = \(Store.Limits.walPageCountMax);
      PRAGMA journal_size_limit = \(Store.Limits.walPageCountMax * 4_096);
      """)
    let names = try copy.statement("SELECT name FROM sqlite_schema WHERE type = 'trigger'").rows()
    for case .text(let name)? in names.map(\.first) {
      try copy.execute("DROP TRIGGER \(String(decoding: name, as: UTF8.self))")
    }
    insertOperation = try copy.statement(
      """
      INSERT INTO operations
        (place, library, op, author, n, time, outcome, conflict, problem, crc)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    updateEntity = try copy.statement("UPDATE entities SET state = ?, crc = ? WHERE key = ?")
    insertWrite = try copy.statement(
      "INSERT INTO writes (library, seq, entity, crc) VALUES (?, ?, ?, ?)")
    insertHistory = try copy.statement("INSERT INTO history (place, body, crc) VALUES (?, ?, ?)")
    updateIncarnation = try copy.statement(
      """
      INSERT INTO incarnations (key, library, device, incarnation, n, unlogged)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET n = excluded.n, unlogged = excluded.unlogged
      """)
    updateLibrary = try copy.statement("UPDATE libraries SET head = ?, time = ? WHERE key = ?")
    begin = try copy.statement("BEGIN IMMEDIATE")
    commit = try copy.statement("COMMIT")
  }

  /// What committing took.
  struct Turn {
    let duration: Duration
    /// What it took of the processor.
    let processorSeconds: Double
    /// What one commit wrote to the log: its pages, each behind a head of 24 bytes.
    let byteCountPerCommit: Int
  }

  /// Commits what the server wrote after sequence `from`, with a commit at each of `heads`, in order.
  func replay(from: Int, heads: [Int]) throws -> Turn {
    let rows = try Rows(in: server, from: from)
    precondition(rows.operations.count == (heads.last ?? from) - from, "one row an operation")
    _ = copy.writtenPageCount()
    let (clock, before) = (ContinuousClock(), try MeasuredServer.processorSeconds(of: getpid()))
    let start = clock.now
    var next = 0
    for head in heads {
      try begin.run([])
      try write(rows, next..<head - from, head: head)
      try commit.run([])
      next = head - from
    }
    return Turn(
      duration: clock.now - start,
      processorSeconds: try MeasuredServer.processorSeconds(of: getpid()) - before,
      byteCountPerCommit: copy.writtenPageCount() / heads.count * (4_096 + 24))
  }

  private func write(_ rows: Rows, _ range: Range<Int>, head: Int) throws {
    var authors: [Int64: RawDatabase.Value] = [:]
    for index in range {
      let operation = rows.operations[index]
      if case .int(let author) = operation[3] { authors[author] = operation[4] }
    }
    for (author, n) in authors {
      guard let incarnation = rows.incarnations[author] else { preconditionFailure("it is there") }
      try updateIncarnation.run(incarnation + [n, .int(0)])
    }
    for index in range { try insertOperation.run(rows.operations[index]) }
    for index in range {
      try updateEntity.run(rows.entities[index])
      try insertWrite.run(rows.writes[index])
    }
    for index in range { try insertHistory.run(rows.history[index]) }
    let last = rows.operations[range.upperBound - 1]
    try updateLibrary.run([.int(Int64(head)), last[5], last[1]])
  }

  /// What a server wrote, one of each for each operation, in order: each edited another book, which
  /// nobody has edited since.
  private struct Rows {
    let operations, entities, writes, history: [[RawDatabase.Value]]
    let incarnations: [Int64: [RawDatabase.Value]]

    init(in server: RawDatabase, from: Int) throws {
      let after = [RawDatabase.Value.int(Int64(from))]
      operations = try server.statement(
        """
        SELECT place, library, op, author, n, time, outcome, conflict, problem, crc FROM operations
        WHERE place & 0xFFFFFFFF > ? AND place > 0 ORDER BY place
        """
      ).rows(after)
      writes = try server.statement(
        "SELECT library, seq, entity, crc FROM writes WHERE seq > ? ORDER BY seq"
      ).rows(after)
      entities = try server.statement(
        """
        SELECT state, entities.crc, key FROM writes JOIN entities ON key = entity
        WHERE seq > ? ORDER BY seq
        """
      ).rows(after)
      history = try server.statement(
        """
        SELECT place, body, crc FROM history WHERE place & 0xFFFFFFFF > ?
        ORDER BY place & 0xFFFFFFFF
        """
      ).rows(after)
      let authors = try server.statement(
        "SELECT key, key, library, device, incarnation FROM incarnations"
      ).rows()
      incarnations = Dictionary(
        uniqueKeysWithValues: authors.compactMap { row in
          guard case .int(let key) = row[0] else { return nil }
          return (key, Array(row.dropFirst()))
        })
    }
  }
}
