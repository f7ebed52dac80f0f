import Dispatch
import Foundation
import GRDB
import Library
import Store
import Testing

/// A byte that the disk changed is found wherever it lies, or lies where nobody reads.
@Suite struct DamageTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("library.sqlite")
  }

  /// A library with something in every table, as a file of its own without a log beside it.
  private static func makeFile(at path: String) throws -> Data {
    let store = try SQLiteStore(path: path)
    try store.setUp()
    let scribe = Scribe(store)
    try scribe.write((1...12).map { [.book("book-\($0)", title: "Book \($0) of many")] })
    try scribe.write(
      [
        [.edit("book-1", "pages", -1)], [.edit("book-1", "review", "Long.\nAnd good.")],
        [
          Change(
            EntityKey(kind: "book", id: "book-2"),
            add: ["identifiers": ["isbn:9780141439587": .null], "shelves": ["attic": .null]])
        ],
        [Change(EntityKey(kind: "book", id: "book-3"), life: .delete)],
      ], time: 5_000)
    var changes = SceneChanges()
    for number in 1...3 {
      changes.scenes.append(
        SceneRecord(
          SceneKey(device: "laptop", scene: "w\(number)"), name: "Upstairs", epoch: 2, rev: 7,
          layout: "wide", following: SceneKey(device: "phone", scene: "p1"), seen: 5_000,
          nav: Array(repeating: UInt8(ascii: "x"), count: 700)))
      changes.links.append(
        LinkRecord(
          LinkKey(from: "laptop", id: "m\(number)"), to: "phone", link: "/feed", lib: 0, at: 0,
          state: "sent"))
    }
    changes.shares = [ShareRecord(device: "laptop", share: "place", spentEpoch: 4)]
    try store.save(changes)
    try store.beginEpochs { "epoch-2" }
    try store.add(
      PairingRecord(
        code: SecretHash(Array(repeating: 7, count: 32)), account: "anna", expires: 9_000), now: 0)
    try store.note(watermarks: ["books": 3])
    try store.close()
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// All that anyone can read of the file: every row of every table, in the order of its key and of
  /// each index, and the tables themselves. Nil where SQLite refuses to.
  private static func content(of path: String) -> [String]? {
    try? DatabaseQueue(path: path).read { database in
      try SQLiteStore.content(of: database)
    }
  }

  /// Flips a bit in every `step`th byte, and returns the places where that was not found and can be
  /// read.
  private static func flip(every step: Int, in path: String) throws -> (Int, unnoticed: [Int]) {
    let sound = try makeFile(at: path)
    let before = try #require(content(of: path))
    let copy = path + ".copy"
    var (count, unnoticed) = (0, [Int]())
    for offset in stride(from: 0, to: sound.count, by: step) {
      var bytes = sound
      bytes[offset] ^= 1 << UInt8(offset / step % 8)
      try bytes.write(to: URL(fileURLWithPath: copy))
      count += 1
      let findings =
        (try? SQLiteStore(path: copy, access: .readOnly).findings()) ?? ["It does not open."]
      if findings.isEmpty, content(of: copy) != before { unnoticed.append(offset) }
    }
    return (count, unnoticed)
  }

  @Test func `a flipped bit is found wherever anyone would read it`() async throws {
    let step = ProcessInfo.processInfo.environment["DOGEAR_FLIP_STEP"].flatMap(Int.init) ?? 331
    // It takes seconds: on a thread of its own.
    let (count, unnoticed) = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { [path] in
        continuation.resume(with: Result { try Self.flip(every: step, in: path) })
      }
    }
    #expect(count > 200)
    #expect(unnoticed == [])
  }

  @Test func `a start finds a row that is not as it was written, without reading what it says`()
    throws
  {
    _ = try Self.makeFile(at: path)
    let store = try SQLiteStore(path: path)
    #expect(try store.verify() == [])
    try store.writer.writeWithoutTransaction { database in
      try database.execute(sql: "UPDATE entities SET state = replace(state, 'Book 1 ', 'Look 1 ')")
    }
    let findings = try store.verify()
    #expect(findings.count == 1)
    #expect(findings.first?.contains("a row of entities") == true, "\(findings)")
    #expect(try store.findings() == findings)
  }
}

extension SQLiteStore {
  /// Every row of every table, in the order of its key and of each index.
  fileprivate static func content(of database: Database) throws -> [String] {
    var content = try String.fetchAll(
      database,
      sql: "SELECT type || name || tbl_name || ifnull(sql, '') FROM sqlite_schema ORDER BY name")
    for pragma in ["application_id", "user_version", "encoding"] {
      content.append(try String.fetchOne(database, sql: "PRAGMA \(pragma)") ?? "")
    }
    for table in try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    {
      let indexes = try String.fetchAll(
        database, sql: "SELECT name FROM pragma_index_list(?)", arguments: [table])
      for index in [""] + indexes {
        let by = index.isEmpty ? "" : "INDEXED BY \(index)"
        let columns = try String.fetchAll(
          database, sql: "SELECT name FROM pragma_index_info(?)", arguments: [index])
        let what = index.isEmpty ? "*" : columns.joined(separator: ", ")
        let order = index.isEmpty ? "" : "ORDER BY \(columns.joined(separator: ", "))"
        let rows = try? Row.fetchAll(database, sql: "SELECT \(what) FROM \(table) \(by) \(order)")
        content.append("\(table) \(index) \(rows?.description ?? "none")")
      }
    }
    return content
  }
}
