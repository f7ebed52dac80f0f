import Foundation
import GRDB
import Library
import Store
import Testing

/// What only SQLite can get wrong.
@Suite struct SQLiteStoreTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("library.sqlite")
  }

  private func open() throws -> SQLiteStore {
    let store = try SQLiteStore(path: path)
    if try store.accounts().isEmpty { try store.setUp() }
    return store
  }

  @Test func `a commit survives power loss: the writer waits for the disk`() throws {
    for store in [try SQLiteStore(), try open()] {
      let synchronous = try store.writer.writeWithoutTransaction { database in
        try Int.fetchOne(database, sql: "PRAGMA synchronous")
      }
      #expect(synchronous == 2)
    }
    let mode = try open().writer.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
    #expect(mode == "wal")
  }

  @Test func `what was committed is there when the file is opened again`() throws {
    try Scribe(try open()).write([[.book("emma")], [.edit("emma", "pages", 474)]])
    let again = try open()
    #expect(try again.library("books")?.head == 2)
    #expect(try again.page(since: 0).states.first?.registers["pages"]?.value == 474)
    try Scribe(again).write(.book("persuasion"))
    #expect(try again.findings() == [])
  }

  @Test func `what was committed is there after the power went, and nothing half`() throws {
    let store = try open()
    try Scribe(store).write([[.book("emma")], [.book("persuasion")]])
    // What lies on the disk at this moment, while the store is still open.
    let copy = folder.path("copy.sqlite")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    let wal = try #require(FileHandle(forUpdatingAtPath: copy + "-wal"))
    try wal.seekToEnd()
    try wal.write(contentsOf: Data(repeating: 7, count: 3_000))
    try wal.close()
    let again = try SQLiteStore(path: copy)
    #expect(try again.page(since: 0).ids == ["emma", "persuasion"])
    #expect(try again.findings() == [])
  }

  @Test func `the log is folded without waiting for somebody who reads`() throws {
    let store = try open()
    try Scribe(store).write(.book("emma"))
    let took = try store.read("books") { snapshot throws(StoreError) in
      _ = try snapshot.page(since: 0, limit: 1, byteCountMax: 1_000)
      return ContinuousClock().measure { store.foldLog() }
    }
    #expect(took < .milliseconds(Limits.busyTimeoutMilliseconds) / 2)
  }

  private var logByteCount: Int {
    get throws {
      let values = try URL(filePath: path + "-wal").resourceValues(forKeys: [.fileSizeKey])
      return values.fileSize ?? 0
    }
  }

  @Test func `what is left in the log at a stop is told by what is not folded, not by its length`()
    throws
  {
    let store = try open()
    let review = String(repeating: "Long. ", count: 50_000)
    try Scribe(store).write([[.book("emma")], [.edit("emma", "review", .string(review))]])
    #expect(try logByteCount > 1 << 18)
    // More is to be folded than there is time for.
    store.foldLog(byteCountMax: 1 << 18)
    #expect(try logByteCount > 1 << 18)
    // All is folded, and the log begins anew with the next commit, as long as it was.
    try store.writer.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
    try Scribe(store).write(.book("persuasion"))
    #expect(try logByteCount > 1 << 18)
    store.foldLog(byteCountMax: 1 << 18)
    #expect(try logByteCount == 0)
    #expect(try store.findings() == [])
  }

  @Test func `a start folds what the log holds, and empties it`() throws {
    let store = try open()
    try Scribe(store).write(.book("emma"))
    let copy = try folder.copy(ofDatabase: path)
    let again = try SQLiteStore(path: copy)
    again.foldLogBeside()
    let log = URL(fileURLWithPath: copy + "-wal")
    while try Data(contentsOf: log).count > 0 { Thread.sleep(forTimeInterval: 0.005) }
    #expect(try again.page(since: 0).ids == ["emma"])
    try Scribe(again).write(.book("persuasion"))
    #expect(try again.findings() == [])
  }

  @Test func `a reader sees one moment while a commit goes on`() throws {
    let store = try open()
    try Scribe(store).write(.book("emma"))
    let other = try SQLiteStore(path: path, access: .readOnly)
    try store.read("books") { snapshot throws(StoreError) in
      try Scribe(store).write(.book("persuasion"))
      #expect(try other.page(since: 0).ids == ["emma", "persuasion"])
      #expect(snapshot.library.head == 1)
      #expect(try snapshot.page(since: 0, limit: 10, byteCountMax: 1 << 20).ids == ["emma"])
    }
  }

  @Test func `the file can be read beside its writer, and not written`() throws {
    let store = try open()
    try Scribe(store).write(.book("emma"))
    let reader = try SQLiteStore(path: path, access: .readOnly)
    #expect(try reader.page(since: 0).ids == ["emma"])
    #expect(try reader.findings() == [])
    #expect(throws: StoreError.self) { try Scribe(reader).write(.book("persuasion")) }
  }

  @Test func `reading where there is no database makes none`() throws {
    #expect(throws: StoreError.missing(path: path)) {
      try SQLiteStore(path: path, access: .readOnly)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    #expect(throws: StoreError.missing(path: path)) {
      try SQLiteStore(path: path, access: .readOnly)
    }
  }

  @Test func `a file that is no database is left as it is`() throws {
    let text = Data(String(repeating: "Call me Ishmael. ", count: 100).utf8)
    #expect(FileManager.default.createFile(atPath: path, contents: text))
    #expect(throws: StoreError.foreign(path: path)) { try SQLiteStore(path: path) }
    #expect(FileManager.default.contents(atPath: path) == text)
  }

  @Test func `a folder is no database`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: StoreError.foreign(path: path)) { try SQLiteStore(path: path) }
  }

  @Test func `the database of another program is left as it is`() throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE photos (id INTEGER)") }
    let bytes = FileManager.default.contents(atPath: path)
    #expect(throws: StoreError.foreign(path: path)) { try SQLiteStore(path: path) }
    #expect(FileManager.default.contents(atPath: path) == bytes)
  }

  /// As where the disk was full, or the power went, before the first table was there.
  @Test func `what a first start left that was cut short is filled by the next`() throws {
    let migrator = DatabaseMigrator()
    try migrator.migrate(DatabasePool(path: path))
    #expect(throws: StoreError.missing(path: path)) {
      try SQLiteStore(path: path, access: .readOnly)
    }
    #expect(try open().findings() == [])
  }

  @Test func `a database from a newer Dogear is not touched`() throws {
    _ = try open()
    try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 1000") }
    #expect(throws: StoreError.newer(found: 1_000, known: 7)) { try SQLiteStore(path: path) }
  }

  @Test func `an error says in one sentence what it means`() {
    let errors: [StoreError] = [
      .missing(path: "/x"), .foreign(path: "/x"), .newer(found: 2, known: 1),
      .older(found: 1, known: 3), .notDurable(synchronous: 1), .full, .busy,
      .damaged("an entity cannot be read."),
      .unknownLibrary("x"), .failed(code: 10, "disk I/O error"),
    ]
    for error in errors {
      #expect(error.description.hasSuffix(".") && error.description.count > 20)
    }
  }
}
