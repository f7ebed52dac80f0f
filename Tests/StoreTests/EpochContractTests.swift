import Library
import Store
import Testing

/// What a library knows of its backups and of having been restored from one.
@Suite struct EpochContractTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Engine.allCases)
  func `a watermark rises to what a backup holds, and neither falls nor passes the head`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    try Scribe(store).write((1...5).map { [.book("book-\($0)")] })
    for (noted, stands) in [(3, 3), (2, 3), (9, 5)] {
      try store.note(watermarks: ["books": noted, "films": 7])
      #expect(try store.library("books")?.watermark == stands)
    }
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `a restored library begins an epoch and keeps what it descends from`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try Scribe(store).write(.book("emma"))
    try store.beginEpochs { "epoch-2" }
    try Scribe(store).write(.book("persuasion"))
    try store.beginEpochs { "epoch-3" }
    let library = try #require(try store.library("books"))
    #expect(library.epoch == "epoch-3")
    #expect(
      library.restores == [
        LibraryRecord.Restore(epoch: "epoch-1", head: 1),
        LibraryRecord.Restore(epoch: "epoch-2", head: 2),
      ])
    #expect(try store.findings() == [])
  }

  @Test func `a base counts as far as its epoch and the library have a past in common`() {
    var library = LibraryRecord(
      id: "books", account: "anna", name: "Books", epoch: "e4", created: 0)
    library.head = 20
    // The second restore went back further than the first.
    library.restores = [
      LibraryRecord.Restore(epoch: "e1", head: 10), LibraryRecord.Restore(epoch: "e2", head: 7),
      LibraryRecord.Restore(epoch: "e3", head: 15),
    ]
    #expect(library.base(5, in: nil) == 5)
    #expect(library.base(30, in: nil) == 20)
    #expect(library.base(30, in: "e4") == 20)
    #expect(library.base(30, in: "e3") == 15)
    #expect(library.base(9, in: "e2") == 7)
    #expect(library.base(9, in: "e1") == 7)
    #expect(library.base(6, in: "e1") == 6)
    #expect(library.base(9, in: "unknown") == 0)
  }
}
