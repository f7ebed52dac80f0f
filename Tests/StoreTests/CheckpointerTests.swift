import Foundation
import GRDB
import Testing

@testable import Store

/// On a real file, with a log of 1 MiB: what a `CheckpointPlan` asks for is done, and nothing is lost.
@Suite struct CheckpointerTests {
  private static let full = 256

  private let folder: TemporaryFolder
  private let path: String
  private let pool: DatabasePool
  private let checkpointer: Checkpointer

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("log.sqlite")
    pool = try DatabasePool(path: path)
    checkpointer = try Checkpointer(
      path: path, for: pool, plan: CheckpointPlan(full: Self.full, restMax: 32))
    try write("CREATE TABLE numbers (number INTEGER PRIMARY KEY, padding BLOB)")
  }

  @Test func `much is folded at a pace, and whoever waits for it has all of it`() throws {
    #expect(LogFileSystem.installed == 0)
    let connection = try DatabaseQueue(path: folder.path("other.sqlite"))
    #expect(connection.inDatabase { DatabaseFile.of($0) } != nil)
    let isLong = 2 * Limits.walHurriedPageCountMax
    let paced = try Checkpointer(
      path: path, for: pool, plan: CheckpointPlan(full: isLong, restMax: 32))
    try pool.write { database in
      for number in 0..<1_100 {
        try database.execute(sql: "INSERT INTO numbers VALUES (\(number), zeroblob(16000))")
      }
    }
    paced.committed(pool)
    paced.finish()
    let size = try URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    #expect(size > isLong * 4_096)
    try paced.close()
    #expect(
      try pool.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
  }

  private func write(_ sql: String) throws {
    try pool.write { try $0.execute(sql: sql) }
    checkpointer.committed(pool)
  }

  /// Commits rows with these numbers, each of some pages.
  private func write(_ numbers: Range<Int>) throws {
    for number in numbers { try write("INSERT INTO numbers VALUES (\(number), zeroblob(16000))") }
  }

  /// As long as the log ever was since it was last cut.
  private var logByteCount: Int {
    get throws {
      let values = try URL(filePath: path + "-wal").resourceValues(forKeys: [.fileSizeKey])
      return values.fileSize ?? 0
    }
  }

  @Test func `a log stays short while commits follow one another, and all of them are kept`() throws
  {
    try write(0..<2_000)
    // 2,000 rows are 40 MiB.
    #expect(try logByteCount < 3 * Self.full * 4_096)
    try checkpointer.close()
    try pool.close()
    let again = try DatabaseQueue(path: path)
    #expect(try again.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM numbers") } == 2_000)
    #expect(
      try again.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
  }

  @Test func `most is folded while nobody waits`() throws {
    // Fuller than full, and not so full that commits wait.
    try write(0..<60)
    checkpointer.finish()
    let size = try URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    #expect(size > 30 * 16_000)
  }

  @Test func `a log is emptied a while after a commit, and again after the next`() throws {
    let prompt = try Checkpointer(
      path: path, for: pool, plan: CheckpointPlan(full: Self.full, restMax: 32),
      delay: .milliseconds(20))
    for number in 0..<3 {
      try pool.write { database in
        try database.execute(sql: "INSERT INTO numbers VALUES (\(number), zeroblob(9000))")
      }
      #expect(try logByteCount > 0)
      prompt.committed(pool)
      while try logByteCount > 0 { Thread.sleep(forTimeInterval: 0.005) }
      prompt.finish()
      #expect(prompt.restCount == 0)
    }
    try prompt.close()
    #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM numbers") } == 3)
    #expect(try DatabaseQueue(path: path).read { try $0.tableExists("numbers") })
  }

  @Test func `a log in which somebody reads is emptied when they are done`() throws {
    let prompt = try Checkpointer(path: path, for: pool, delay: .milliseconds(20))
    try pool.read { database in
      _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM numbers")
      try pool.write { try $0.execute(sql: "INSERT INTO numbers VALUES (1, NULL)") }
      prompt.empty()
      prompt.finish()
      #expect(try logByteCount > 0)
    }
    while try logByteCount > 0 { Thread.sleep(forTimeInterval: 0.005) }
    try prompt.close()
  }

  @Test func `nothing is folded any more once it is to stop`() throws {
    let prompt = try Checkpointer(path: path, for: pool, delay: .milliseconds(20))
    try pool.write { try $0.execute(sql: "INSERT INTO numbers VALUES (1, NULL)") }
    prompt.committed(pool)
    prompt.stop()
    Thread.sleep(forTimeInterval: 0.1)
    prompt.finish()
    #expect(try logByteCount > 0)
    try prompt.close()
  }

  @Test func `commits go on beside a long reader, and the log is short again after`() throws {
    try pool.read { database in
      _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM numbers")
      try write(0..<500)
      #expect(try logByteCount > 2 * Self.full * 4_096)
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM numbers") == 0)
    }
    try write(500..<600)
    checkpointer.finish()
    let frames = try pool.writeWithoutTransaction { try $0.checkpoint(.passive) }.walFrameCount
    #expect(frames < 2 * Self.full)
    #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM numbers") } == 600)
  }
}
