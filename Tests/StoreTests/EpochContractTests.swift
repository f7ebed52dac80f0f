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

  @Test func `epochs between two restores are known up to where they branched off`() throws {
    // A first backup was made at 10, a second at 15. The first was restored as e2, by mistake, in its
    // turn restored at 18 as e3, and replaced by the second.
    let store = try SQLiteStore()
    try store.setUp()
    try Scribe(store).write((1...15).map { [.book("book-\($0)")] })
    try store.beginEpochs { "e4" }
    var replaced = try #require(try store.library("books"))
    replaced.epoch = "e3"
    replaced.head = 30
    replaced.restores = [
      LibraryRecord.Restore(epoch: "epoch-1", head: 10),
      LibraryRecord.Restore(epoch: "e2", head: 18),
    ]
    try store.takeOverEpochs(of: [replaced])
    let library = try #require(try store.library("books"))
    #expect(["e2", "e3"].map { library.base(25, in: $0) } == [10, 10])
    #expect(["e2", "e3"].map { library.base(7, in: $0) } == [7, 7])
    #expect(library.base(25, in: "epoch-1") == 15)
    #expect(library.base(25, in: "e0") == 0)
    #expect(try store.findings() == [])
    // Again, and once more by the first backup: what branched off is still known, as far as it goes.
    try store.takeOverEpochs(of: [replaced])
    #expect(try store.library("books") == library)
    var first = replaced
    first.epoch = "e5"
    first.head = 10
    first.restores = [LibraryRecord.Restore(epoch: "epoch-1", head: 10)]
    first.takeOverEpochs(of: library)
    #expect(["epoch-1", "e2", "e3", "e4"].map { first.base(25, in: $0) } == [10, 10, 10, 10])
  }

  @Test func `taking over epochs cuts none short, and takes none from a stranger`() {
    func library(_ epoch: String, _ restores: (String, Int)...) -> LibraryRecord {
      var library = LibraryRecord(id: "books", account: "a", name: "B", epoch: epoch, created: 0)
      library.restores = restores.map { LibraryRecord.Restore(epoch: $0.0, head: $0.1) }
      library.head = 40
      return library
    }
    var restored = library("e9", ("e0", 5), ("side", 12), ("e1", 20))
    // It branched off e1 at 8, before the other did, and had a branch of its own at 6.
    restored.takeOverEpochs(of: library("e7", ("e0", 5), ("twig", 6), ("e1", 8)))
    #expect(
      ["e0", "twig", "e7", "side", "e1"].map { restored.base(30, in: $0) } == [5, 6, 8, 12, 20])
    let before = restored
    restored.takeOverEpochs(of: library("f2", ("f1", 30)))
    #expect(restored == before)
    restored.takeOverEpochs(of: library("e1"))
    #expect(restored == before)
  }
}
