import CSQLite
import TestSupport
import Testing

@testable import Store

/// Whatever is done to two databases, one of which has its log put together: after each commit both hold
/// the same, for whoever is connected and for whoever comes after a power cut.
@Suite struct LogFileFuzzTests {
  private static let stepCount = 120

  private let folder: TemporaryFolder
  private let paths: [String]

  init() throws {
    #expect(LogFileSystem.installed == SQLITE_OK)
    folder = try TemporaryFolder()
    paths = [folder.path("ours.sqlite"), folder.path("plain.sqlite")]
  }

  @Test(arguments: 1...4) func `both are the same after each commit`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let fileSystems = [nil, "unix"]
    let pageSize = [512, 4_096, 16_384].randomElement(using: &random) ?? 4_096
    let synchronous = ["OFF", "NORMAL", "FULL"].randomElement(using: &random) ?? "FULL"
    func connections() throws -> [SQLiteConnection] {
      try zip(paths, fileSystems).map { path, fileSystem in
        let connection = try SQLiteConnection(path, fileSystem: fileSystem)
        connection.run(
          """
          PRAGMA page_size = \(pageSize); PRAGMA journal_mode = WAL; PRAGMA cache_size = 10;
          PRAGMA synchronous = \(synchronous); PRAGMA wal_autocheckpoint = 0;
          """)
        return connection
      }
    }
    let (ones, others) = (try connections(), try connections())
    for one in ones { one.run("CREATE TABLE numbers (number INTEGER PRIMARY KEY, padding BLOB)") }
    var next = 0
    var isOpen = false
    for _ in 0..<Self.stepCount {
      let sql = step(&next, &isOpen, &random)
      for one in ones { one.run(sql) }
      // Whatever was written and taken back, a log that nobody damaged is not taken for one that is.
      for path in paths { try SQLiteStore.checkLog(of: path) }
      guard !isOpen else { continue }
      if Int.random(in: 0..<3, using: &random) == 0 {
        let sql = insert(&next, &random)
        for other in others { other.run(sql) }
      }
      let all = [ones, others].map { $0.map { $0.value(Self.sum) } }
      #expect(Set(all.flatMap(\.self)).count == 1)
      #expect(try found(0) == found(1))
    }
  }

  private static let sum =
    "SELECT count(*) || ' ' || total(number * length(padding)) FROM numbers"

  /// Something that may be done now.
  private func step(
    _ next: inout Int, _ isOpen: inout Bool, _ random: inout SeededRandom
  ) -> String {
    let number = Int.random(in: 0..<max(next, 1), using: &random)
    let byteCount = Int.random(in: 10..<6_000, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0...2 where !isOpen:
      isOpen = true
      return "BEGIN"
    case 0, 1:
      isOpen = false
      return "COMMIT"
    case 2:
      isOpen = false
      return "ROLLBACK"
    case 3 where !isOpen:
      return "PRAGMA wal_checkpoint(\(["PASSIVE", "RESTART", "TRUNCATE"][number % 3]))"
    case 3: return "SAVEPOINT s; \(insert(&next, &random)); ROLLBACK TO s; RELEASE s"
    case 4...6: return insert(&next, &random)
    case 7, 8:
      return "UPDATE numbers SET padding = zeroblob(\(byteCount)) WHERE number % 5 = \(number % 5)"
    case 9:
      return "UPDATE numbers SET padding = zeroblob(\(byteCount)) WHERE number = \(number)"
    case 10: return "DELETE FROM numbers WHERE number % 7 = \(number % 7)"
    default: return Self.sum
    }
  }

  private func insert(_ next: inout Int, _ random: inout SeededRandom) -> String {
    let count = Int.random(in: 1...40, using: &random)
    let byteCount = Int.random(in: 10..<4_000, using: &random)
    defer { next += count }
    let rows = (next..<next + count).map { "(\($0), zeroblob(\(byteCount)))" }
    return "INSERT INTO numbers VALUES \(rows.joined(separator: ", "))"
  }

  /// What is found in copies of the files as they are now.
  private func found(_ index: Int) throws -> String {
    let copy = try folder.copy(ofDatabase: paths[index])
    let connection = try SQLiteConnection(copy, fileSystem: "unix")
    return connection.value(Self.sum) + " " + connection.value("PRAGMA integrity_check")
  }
}
