import GRDB
import Library
import Store
import Testing

/// What every engine keeps of the pictures that books name.
@Suite struct BlobContractTests {
  private let folder: TemporaryFolder
  private let emma = EntityKey(kind: "book", id: "emma")
  private let id = String(repeating: "a", count: 64)
  private let other = String(repeating: "b", count: 64)
  private let bytes = Array(repeating: UInt8(7), count: 9_000)

  init() throws { folder = try TemporaryFolder() }

  private func make(_ engine: Engine) throws -> any LibraryStore & BlobStore {
    try #require(try engine.make(in: folder) as? any LibraryStore & BlobStore)
  }

  private func keep(
    _ id: String, in store: any BlobStore, countMax: Int = .max, byteCountMax: Int = .max
  ) throws -> BlobKeeping {
    try store.keep(bytes, as: id, of: "books", countMax: countMax, byteCountMax: byteCountMax)
  }

  /// Lets a day that is called `time` pass; what has been unnamed for ninety goes.
  private func pass(
    _ time: Int, in store: any BlobStore, limit: Int = 9
  ) throws -> Bool {
    try store.letGoOfBlobs(of: "books", unnamedSince: time - 90, time: time, limit: limit)
  }

  private func has(_ id: String, in store: any BlobStore) throws -> Bool {
    try store.blob(id, of: "books") != nil
  }

  @Test(arguments: Engine.allCases)
  func `what was kept is there, once, and of this library`(engine: Engine) throws {
    let store = try make(engine)
    #expect(try store.blob(id, of: "books") == nil)
    #expect(try keep(id, in: store) == .added)
    #expect(try keep(id, in: store) == .known)
    #expect(try store.blob(id, of: "books") == bytes)
    #expect(try store.blob(id, of: "others") == nil)
    #expect(throws: StoreError.unknownLibrary("others")) {
      try store.keep(bytes, as: id, of: "others", countMax: .max, byteCountMax: .max)
    }
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `together they have so many bytes and no more`(engine: Engine) throws {
    let store = try make(engine)
    #expect(try keep(id, in: store, byteCountMax: 17_999) == .added)
    #expect(try keep(other, in: store, byteCountMax: 17_999) == .full)
    #expect(try !has(other, in: store))
    #expect(try keep(id, in: store, byteCountMax: 9_000) == .known)
    #expect(try keep(other, in: store, byteCountMax: 18_000) == .added)
  }

  @Test(arguments: Engine.allCases)
  func `there are so many and no more, however small`(engine: Engine) throws {
    let store = try make(engine)
    #expect(try keep(id, in: store, countMax: 1) == .added)
    #expect(try keep(other, in: store, countMax: 1) == .full)
    #expect(try !has(other, in: store))
    #expect(try keep(id, in: store, countMax: 1) == .known)
    #expect(try keep(other, in: store, countMax: 2) == .added)
  }

  @Test(arguments: Engine.allCases)
  func `what no book has named for long enough goes, and nothing else`(engine: Engine) throws {
    let store = try make(engine)
    let scribe = Scribe(store)
    for each in [id, other] { #expect(try keep(each, in: store) == .added) }
    try scribe.write([[.book("emma")], [.edit("emma", "cover", .string(id))]])
    #expect(try pass(1_000, in: store))
    #expect(try pass(1_089, in: store))
    #expect(try has(other, in: store))
    #expect(try pass(1_090, in: store))
    #expect(try has(id, in: store))
    #expect(try !has(other, in: store))
    // In Trash it is named still, and taken off it is not.
    try scribe.write(Change(emma, life: .delete))
    #expect(try pass(1_200, in: store))
    #expect(try pass(1_400, in: store))
    #expect(try has(id, in: store))
    try scribe.write(Change(emma, life: .restore, set: ["cover": .null]))
    #expect(try pass(1_500, in: store))
    // Named again in time its ninety days begin anew.
    try scribe.write(.edit("emma", "cover", .string(id)))
    #expect(try pass(1_589, in: store))
    try scribe.write(.edit("emma", "cover", .string(other)))
    #expect(try pass(1_600, in: store))
    #expect(try pass(1_689, in: store))
    #expect(try has(id, in: store))
    // And so they do for who puts it up once more.
    #expect(try keep(id, in: store) == .known)
    #expect(try pass(1_690, in: store))
    #expect(try has(id, in: store))
    #expect(try pass(1_780, in: store))
    #expect(try !has(id, in: store))
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `a few go at a time, and it is said that there are more`(engine: Engine) throws {
    let store = try make(engine)
    for number in 1...5 { #expect(try keep("blob-\(number)", in: store) == .added) }
    var stepCount = 1
    while try !pass(1_000, in: store, limit: 2) { stepCount += 1 }
    #expect(stepCount == 3)
    #expect(try !pass(1_090, in: store, limit: 2))
    #expect(try !has("blob-2", in: store))
    #expect(try has("blob-3", in: store))
    #expect(try !pass(1_090, in: store, limit: 2))
    #expect(try pass(1_090, in: store, limit: 2))
    #expect(try !has("blob-5", in: store))
  }

  @Test func `a backup holds them`() throws {
    let store = try make(.file)
    _ = try keep(id, in: store)
    let path = folder.path("backup.sqlite")
    _ = try #require(store as? SQLiteStore).backUp(to: path)
    #expect(try SQLiteStore(path: path, access: .readOnly).blob(id, of: "books") == bytes)
  }

  @Test func `what is not there whole is found`() throws {
    let store = try #require(try make(.file) as? SQLiteStore)
    _ = try keep(id, in: store)
    try store.writer.write { try $0.execute(sql: "DELETE FROM blobBytes") }
    #expect(try store.findings() == ["The picture \(id) is not there whole."])
  }

  @Test func `what the disk changed of one is found by a check, and not looked for at a start`()
    throws
  {
    let store = try #require(try make(.file) as? SQLiteStore)
    _ = try keep(id, in: store)
    try store.writer.write { try $0.execute(sql: "UPDATE blobBytes SET bytes = zeroblob(9000)") }
    #expect(try store.verify() == [])
    #expect(try store.findings().count == 1)
  }

  @Test(arguments: [
    "UPDATE blobBytes SET bytes = zeroblob(9000)", "UPDATE blobBytes SET crc = crc + 1",
    "DELETE FROM blobBytes",
  ])
  func `what the disk changed of one is mended by who puts it up again`(damage: String) throws {
    let store = try #require(try make(.file) as? SQLiteStore)
    _ = try keep(id, in: store)
    try store.writer.write { try $0.execute(sql: damage) }
    #expect(try store.findings().count == 1)
    #expect(try keep(id, in: store) == .known)
    #expect(try store.blob(id, of: "books") == bytes)
    #expect(try store.findings() == [])
  }

  @Test func `a library from before there were pictures takes them, and knows what books name`()
    throws
  {
    let path = folder.path("library.sqlite")
    let store = try #require(try make(.file) as? SQLiteStore)
    try Scribe(store).write(
      [[.book("emma")], [.edit("emma", "cover", .string(id))], [.book("persuasion")]])
    try store.writer.write { database in
      try database.execute(
        sql: """
          DELETE FROM mentions; DROP TABLE blobBytes; DROP TABLE blobs;
          DELETE FROM grdb_migrations WHERE identifier = '7'; PRAGMA user_version = 6;
          """)
    }
    try store.close()
    let next = try SQLiteStore(path: path)
    #expect(try next.findings() == [])
    _ = try keep(id, in: next)
    #expect(try pass(1_000, in: next))
    #expect(try pass(1_090, in: next))
    #expect(try has(id, in: next))
  }
}
