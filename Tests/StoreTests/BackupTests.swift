import Foundation
import GRDB
import Library
import Store
import Testing

/// A backup is one moment of the database, sound, on the disk, or it is not there.
@Suite struct BackupTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.path("library.sqlite"))
    try store.setUp()
    try Scribe(store).write([[.book("emma")], [.book("persuasion")]])
  }

  @Test func `a backup holds all there was, and says up to where`() throws {
    let path = folder.path("backup.sqlite")
    #expect(try store.backUp(to: path) == ["books": 2])
    try Scribe(store).write(.book("sanditon"))
    let copy = try SQLiteStore(path: path, access: .readOnly)
    #expect(try copy.page(since: 0).ids == ["emma", "persuasion"])
    #expect(try copy.findings() == [])
    #expect(try SQLiteStore(path: path).library("books")?.head == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).count <= 6)
  }

  @Test func `a backup holds where windows were, and the links that waited`() throws {
    var changes = SceneChanges()
    changes.scenes = [
      SceneRecord(
        SceneKey(device: "laptop", scene: "w1"), name: "", epoch: 1, layout: "wide", seen: 5_000,
        nav: Array("{}".utf8))
    ]
    changes.shares = [ShareRecord(device: "laptop", share: "place")]
    changes.links = [
      LinkRecord(
        LinkKey(from: "server", id: "m1"), to: "phone", link: "/feed", lib: 0, at: 0, state: "sent")
    ]
    try store.save(changes)
    let path = folder.path("backup.sqlite")
    _ = try store.backUp(to: path)
    let copy = try SQLiteStore(path: path)
    #expect(try copy.scenes(of: "anna") == store.scenes(of: "anna"))
    #expect(try copy.scenes(of: "anna").links.count == 1)
  }

  @Test func `a backup takes the place of the one before, and a failed one leaves it`() throws {
    let path = folder.path("backup.sqlite")
    _ = try store.backUp(to: path)
    try Scribe(store).write(.book("sanditon"))
    #expect(try store.backUp(to: path) == ["books": 3])
    try store.writer.writeWithoutTransaction { database in
      try database.execute(sql: "UPDATE entities SET state = 'torn' WHERE id = 'emma'")
    }
    #expect(throws: StoreError.self) { try store.backUp(to: path) }
    #expect(try SQLiteStore(path: path, access: .readOnly).findings() == [])
    #expect(!FileManager.default.fileExists(atPath: path + ".partial"))
    #expect(throws: StoreError.self) { try store.backUp(to: folder.path("none/backup.sqlite")) }
  }

  @Test func `the writer goes on while a backup is made, and the backup keeps its moment`() throws {
    try Scribe(store).write(
      (1...400).map { [.book("book-\($0)", title: String(repeating: "x", count: 900))] })
    let path = folder.path("backup.sqlite")
    let held = try DatabaseQueue(path: path + ".slow")
    try store.writer.read { source in
      _ = try Int.fetchOne(source, sql: "SELECT count(*) FROM entities")
      try held.writeWithoutTransaction { target in
        var steps = 0
        try source.backup(to: target, pagesPerStep: 20) { _ in
          steps += 1
          // In the midst of it somebody saves a book, at once.
          do { try Scribe(store).write(.book("during-\(steps)")) } catch { Issue.record(error) }
        }
        #expect(steps > 5)
      }
    }
    #expect(try held.read { try Int.fetchOne($0, sql: "SELECT head FROM libraries") } == 402)
  }

  @Test func `a copy in memory goes its own way`() throws {
    let copy = try store.backUp()
    try Scribe(copy).write(.book("sanditon"))
    #expect(try copy.library("books")?.head == 3)
    #expect(try store.library("books")?.head == 2)
    #expect(try copy.findings() == [])
    let again = try copy.backUp()
    #expect(try again.page(since: 0).ids == ["emma", "persuasion", "sanditon"])
  }
}
