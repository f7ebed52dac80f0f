import GRDB

extension SQLiteStore {
  /// One row, by its id.
  package func library(_ id: String) throws(StoreError) -> LibraryRecord? {
    try reading { database in
      try StoredLibrary.fetch(database, where: "id = ?", [id]).first?.record
    }
  }

  /// All rows of the account, oldest first.
  package func libraries(of account: String) throws(StoreError) -> [LibraryRecord] {
    try reading { database in
      try StoredLibrary.fetch(database, where: "account = ? ORDER BY created, id", [account])
        .map(\.record)
    }
  }

  /// One read transaction: in WAL mode it sees the last commit before it, whatever is written
  /// since.
  package func read<Result>(
    _ library: String, _ body: (any LibrarySnapshot) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try reading { database in
      try body(SQLiteSnapshot(of: library, in: database, recent: recent))
    }
  }

  /// One write transaction around `body` and its batch; SQLite lets in one writer at a time.
  package func commit<Result>(
    to library: String,
    _ body: (any LibrarySnapshot) throws(StoreError) -> (batch: CommitBatch, result: Result)
  ) throws(StoreError) -> (result: Result, page: RowPage) {
    let (result, commit, rows, remains) = try writing { database in
      let snapshot = try SQLiteSnapshot(of: library, in: database, recent: recent)
      let (batch, result) = try body(snapshot)
      let remains = try snapshot.finish(with: batch)
      let commit = RecentStates.Commit(
        library: snapshot.key, from: snapshot.library.head, to: snapshot.head,
        entities: snapshot.written)
      return (result, commit, snapshot.rows, remains)
    }
    recent.note(commit).letGo()
    remains.letGo()
    var page = RowPage(from: commit.from, to: commit.to, head: commit.to, rows: rows.bytes)
    page.isTooMuch = rows.isTooMuch
    return (result, page)
  }
}

/// A library's record with the short key that its rows carry.
struct StoredLibrary {
  let key: Int64
  let record: LibraryRecord

  static func fetch(
    _ database: Database, where condition: String, _ arguments: StatementArguments
  ) throws -> [StoredLibrary] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT key, id, account, name, epoch, created, head, time, watermark
        FROM libraries WHERE \(condition)
        """)
    var libraries: [StoredLibrary] = []
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try rows.next() {
      var record = LibraryRecord(
        id: row[1], account: row[2], name: row[3], epoch: row[4], created: row[5])
      record.head = row[6]
      record.time = row[7]
      record.watermark = row[8]
      record.restores = try restores(of: row[0], in: database)
      libraries.append(StoredLibrary(key: row[0], record: record))
    }
    return libraries
  }

  private static func restores(
    of key: Int64, in database: Database
  ) throws -> [LibraryRecord.Restore] {
    let statement = try database.cachedStatement(
      sql: "SELECT epoch, head FROM restores WHERE library = ? ORDER BY number")
    return try Array(
      Row.fetchCursor(statement, arguments: [key])
        .map { LibraryRecord.Restore(epoch: $0[0], head: $0[1]) })
  }
}
