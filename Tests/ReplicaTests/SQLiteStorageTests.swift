import Foundation
import GRDB
import Library
import Replica
import Testing

/// What only the storage on disk can do, or fail at.
struct SQLiteStorageTests {
  let folder: TemporaryFolder
  var path: String { folder.path("replica.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  @Test func `a write that fails leaves nothing behind, and the next one takes all`() throws {
    try SQLiteStorage(path: path).close()
    try editing(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON operations WHEN NEW.id = 'bad'
      BEGIN SELECT RAISE(ABORT, 'as a disk would'); END
      """)
    let storage = try SQLiteStorage(path: path)
    try storage.write(Batch(checkpoint: .sample(1), entities: [.sample("b1")]))
    #expect(throws: StorageError.self) {
      try storage.write(
        Batch(
          checkpoint: .sample(2), entities: [.sample("b2")],
          operations: [.sample("good", 1), .sample("bad", 2)]))
    }
    let before = try #require(try storage.load().stored)
    #expect(before.checkpoint == .sample(1))
    #expect(before.entities == [.sample("b1")])
    #expect(before.operations == [])
    try storage.write(
      Batch(
        checkpoint: .sample(3), entities: [.sample("b2")], operations: [.sample("good", 1)]))
    let after = try #require(try storage.load().stored)
    #expect(after.checkpoint == .sample(3))
    #expect(after.entities.count == 2)
    #expect(after.operations.map(\.id) == ["good"])
  }

  @Test func `a storage that is open is refused to a second`() throws {
    let storage = try SQLiteStorage(path: path)
    #expect(throws: StorageError.inUse(path: path)) { try SQLiteStorage(path: path) }
    // A process that tried and was refused has not let go of its own lock by that (fcntl(2)).
    #expect(try programIsRefused())
    storage.close()
    #expect(try !programIsRefused())
    #expect(throws: Never.self) { try SQLiteStorage(path: path) }
  }

  /// Whether another process may not even read.
  private func programIsRefused() throws -> Bool {
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments = [
      "python3", "-c",
      "import sqlite3,sys; sqlite3.connect(sys.argv[1], timeout=0).execute('SELECT * FROM state')",
      path,
    ]
    program.standardError = FileHandle.nullDevice
    try program.run()
    program.waitUntilExit()
    return program.terminationStatus != 0
  }

  @Test func `what is not ours is left as it is`() throws {
    try Data("A letter to a friend.".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: StorageError.foreign(path: path)) { try SQLiteStorage(path: path) }
    #expect(FileManager.default.contents(atPath: path) == Data("A letter to a friend.".utf8))
    let other = folder.path("other.sqlite")
    try editing("CREATE TABLE photographs (id INTEGER)", at: other)
    let bytes = FileManager.default.contents(atPath: other)
    #expect(throws: StorageError.foreign(path: other)) { try SQLiteStorage(path: other) }
    #expect(FileManager.default.contents(atPath: other) == bytes)
  }

  @Test func `what a newer version wrote is left to it`() throws {
    try SQLiteStorage(path: path).close()
    try editing("PRAGMA user_version = 3")
    #expect(throws: StorageError.newer(found: 3, known: 2)) { try SQLiteStorage(path: path) }
  }

  @Test func `what an older version wrote is taken over`() throws {
    try SQLiteStorage(path: path).close()
    try editing(
      """
      DROP TABLE entities;
      CREATE TABLE entities (
        kind TEXT NOT NULL, id TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (kind, id)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO entities VALUES ('book', 'b', '\(EntityView.sample("b").json.canonicalText)');
      INSERT INTO state VALUES ('checkpoint', '\(Checkpoint.sample(1).json.canonicalText)');
      PRAGMA user_version = 1;
      """)
    let storage = try SQLiteStorage(path: path)
    #expect(try storage.load().stored?.entities == [.sample("b")])
    try storage.write(Batch(checkpoint: .sample(2), entities: [.sample("c")]))
    #expect(try storage.load().stored?.entities.count == 2)
  }

  @Test func `what was written again and again takes no more room than twice`() throws {
    let storage = try SQLiteStorage(path: path)
    var checkpoint = Checkpoint.sample(1)
    checkpoint.isComplete = true
    var last: [EntityView] = []
    for round in 1...8 {
      last = (0..<2_500).map { .sample("b\($0)", seq: round) }
      try storage.write(Batch(checkpoint: checkpoint, entities: last))
    }
    let entities = try #require(try storage.load().stored).entities
    #expect(Set(entities) == Set(last))
    #expect(entities.count == last.count)
    storage.close()
    let reader = try DatabaseQueue(path: path)
    let count = try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entities") }
    #expect(try #require(count) <= 2 * last.count + Limits.storageStaleRowCountMax)
  }

  @Test func `a place that cannot be written to is named`() throws {
    let nowhere = folder.path("missing/replica.sqlite")
    #expect(throws: StorageError.unwritable(path: nowhere)) { try SQLiteStorage(path: nowhere) }
  }

  @Test func `the file is its owner's alone`() throws {
    _ = try SQLiteStorage(path: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: [
    "UPDATE entities SET state = '{'", "UPDATE entities SET state = '{}'",
    "UPDATE operations SET state = '{}'", "UPDATE state SET value = '{}'",
  ])
  func `a damaged record is told and not passed over`(damage: String) throws {
    let storage = try SQLiteStorage(path: path)
    try storage.write(
      Batch(
        checkpoint: .sample(1), entities: [.sample("b")], operations: [.sample("o", 1)]))
    storage.close()
    try editing(damage)
    let damaged = try SQLiteStorage(path: path)
    let error = #expect(throws: StorageError.self) { try damaged.load() }
    guard case .damaged = error else {
      Issue.record("not \(String(describing: error))")
      return
    }
  }

  @Test func `an error is one sentence for a person`() {
    let errors: [StorageError] = [
      .unwritable(path: "p"), .foreign(path: "p"), .newer(found: 2, known: 1), .inUse(path: "p"),
      .notDurable(synchronous: 1), .full, .damaged("so."), .failed(code: 1, "so"),
    ]
    for error in errors { #expect("\(error)".hasSuffix(".") || "\(error)".hasSuffix(").")) }
  }

  /// Does to the file what no storage would.
  private func editing(_ sql: String, at path: String? = nil) throws {
    let queue = try DatabaseQueue(path: path ?? self.path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }
}
