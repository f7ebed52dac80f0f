import CSQLite
import GRDB
import Testing

@testable import Store

/// On a real file: whoever opens the log without us finds in it what was committed, and nothing else.
@Suite struct LogFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private let pool: DatabasePool

  init() throws {
    #expect(LogFileSystem.installed == SQLITE_OK)
    folder = try TemporaryFolder()
    path = folder.path("log.sqlite")
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      // So little that a transaction goes to the log long before it ends.
      try database.execute(sql: "PRAGMA cache_size = 10")
    }
    pool = try DatabasePool(path: path, configuration: configuration)
    try pool.write {
      try $0.execute(sql: "CREATE TABLE numbers (number INTEGER PRIMARY KEY, padding BLOB)")
    }
  }

  private func insert(_ numbers: Range<Int>, in database: Database) throws {
    for number in numbers {
      try database.execute(
        sql: "INSERT INTO numbers VALUES (?, randomblob(3000))", arguments: [number])
    }
  }

  /// What another process would find in copies of the files as they are now: the rows, and whether the
  /// database is sound.
  private func found() throws -> (count: Int, soundness: String) {
    let copy = try folder.copy(ofDatabase: path)
    return try DatabaseQueue(path: copy).read { database in
      (
        try Int.fetchOne(database, sql: "SELECT count(*) FROM numbers") ?? -1,
        try String.fetchOne(database, sql: "PRAGMA integrity_check") ?? ""
      )
    }
  }

  @Test(arguments: ["FULL", "NORMAL", "OFF"])
  func `a commit is all in the log when it is over`(synchronous: String) throws {
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(synchronous)") }
    for round in 0..<20 {
      try pool.write { try insert(round * 50..<round * 50 + 50, in: $0) }
      #expect(try found() == ((round + 1) * 50, "ok"))
      #expect(
        try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM numbers") }
          == (round + 1) * 50)
    }
  }

  @Test func `a transaction reads what of it went to the log, and may change it once more`() throws
  {
    try pool.write { database in
      try insert(0..<300, in: database)
      try database.execute(sql: "UPDATE numbers SET padding = randomblob(3000)")
      #expect(
        try Int.fetchOne(database, sql: "SELECT sum(length(padding)) FROM numbers") == 900_000)
      try database.execute(sql: "DELETE FROM numbers WHERE number % 3 = 0")
    }
    #expect(try found() == (200, "ok"))
  }

  @Test func `what is taken back is not found, and the next commit lies in its place`() throws {
    try pool.write { try insert(0..<10, in: $0) }
    struct Stopped: Error {}
    #expect(throws: Stopped.self) {
      try pool.write { database in
        try insert(10..<300, in: database)
        throw Stopped()
      }
    }
    #expect(try found() == (10, "ok"))
    try pool.write { database in
      try insert(10..<100, in: database)
      try database.inSavepoint {
        try insert(100..<300, in: database)
        return .rollback
      }
      try insert(100..<120, in: database)
    }
    #expect(try found() == (120, "ok"))
  }

  @Test func `what was taken back never comes over what somebody else commits`() throws {
    let one = try SQLiteConnection(path)
    one.run("PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = 10")
    one.run(Self.inserting(1..<29))
    one.run("PRAGMA wal_checkpoint(PASSIVE)")
    one.run("BEGIN; UPDATE numbers SET padding = randomblob(3000); ROLLBACK")
    // As another program does.
    let other = try SQLiteConnection(path, fileSystem: "unix")
    other.run(Self.inserting(29..<70))
    one.run("SELECT sum(length(padding)) FROM numbers")
    #expect(try found() == (69, "ok"))
  }

  private static func inserting(_ numbers: Range<Int>) -> String {
    "BEGIN;"
      + numbers.map { "INSERT INTO numbers VALUES (\($0), randomblob(3000));" }.joined() + "COMMIT"
  }

  @Test func `a log that begins anew after a checkpoint holds what follows`() throws {
    for round in 0..<6 {
      try pool.write { try insert(round * 100..<round * 100 + 100, in: $0) }
      _ = try pool.writeWithoutTransaction {
        try $0.checkpoint(round.isMultiple(of: 2) ? .passive : .truncate)
      }
      #expect(try found() == ((round + 1) * 100, "ok"))
    }
    try pool.close()
    #expect(
      try DatabaseQueue(path: path).read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM numbers")
      }
        == 600)
  }
}
