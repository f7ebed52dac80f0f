import Library
import Store
import Testing

/// What makes a cursor exact, whatever engine stands behind the protocol.
@Suite struct PageContractTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Engine.allCases)
  func `a page of an empty library ends at its head`(engine: Engine) throws {
    let page = try engine.make(in: folder).page(since: 0)
    #expect(page.to == 0)
    #expect(page.states.isEmpty)
    #expect(!page.more)
  }

  @Test(arguments: Engine.allCases)
  func `pages follow on each other and end at the head`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try Scribe(store).write((1...5).map { [.book("book-\($0)")] })
    let first = try store.page(since: 0, limit: 2)
    #expect(first.ids == ["book-1", "book-2"])
    #expect(first.to == 2)
    #expect(first.head == 5)
    #expect(first.more)
    let second = try store.page(since: 2, limit: 2)
    #expect(second.ids == ["book-3", "book-4"])
    let last = try store.page(since: 4, limit: 2)
    #expect(last.ids == ["book-5"])
    #expect(last.to == 5)
    #expect(!last.more)
    #expect(try store.page(since: 5, limit: 2).states.isEmpty)
  }

  @Test(arguments: Engine.allCases)
  func `an entity is found under every value that it still holds, not only under its last`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    let scribe = Scribe(store)
    try scribe.write(.book("emma"))  // 1: title
    try scribe.write(.book("persuasion"))  // 2
    try scribe.write(.book("sanditon"))  // 3
    try scribe.write(.edit("emma", "pages", 474))  // 4
    // A reader who stopped after the first page must have the title: the second has only `pages`.
    let first = try store.page(since: 0, limit: 1)
    #expect(first.ids == ["emma"])
    #expect(first.to == 1)
    let second = try store.page(since: 1, limit: 2)
    #expect(second.ids == ["persuasion", "sanditon"])
    let third = try store.page(since: 3, limit: 2)
    #expect(third.ids == ["emma"])
    #expect(third.states.first?.row(since: 3)?.set == ["pages": 474])
  }

  @Test(arguments: Engine.allCases)
  func `an entity is in a page once, and the cursor passes what the page has already`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    let scribe = Scribe(store)
    try scribe.write(.book("emma"))
    try scribe.write(.edit("emma", "pages", 474))
    try scribe.write(.edit("emma", "format", "paperback"))
    let page = try store.page(since: 0, limit: 1)
    #expect(page.ids == ["emma"])
    #expect(page.to == 3)
    #expect(!page.more)
  }

  @Test(arguments: Engine.allCases)
  func `an entity is not listed under values that were overwritten`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    let scribe = Scribe(store)
    try scribe.write(.book("emma"))  // 1
    try scribe.write(.edit("emma", "pages", 1))  // 2
    try scribe.write(.book("persuasion"))  // 3
    try scribe.write(.edit("emma", "pages", 474))  // 4: nothing is left of 2
    let page = try store.page(since: 1, limit: 1)
    #expect(page.ids == ["persuasion"])
    #expect(page.to == 3)
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `an operation is never cut in two, even where it is larger than a page`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    try Scribe(store).write([
      [.book("a")], [.book("b"), .book("c"), .book("d")], [.book("e")],
    ])
    let first = try store.page(since: 0, limit: 2)
    #expect(first.ids == ["a"])
    #expect(first.to == 1)
    let second = try store.page(since: 1, limit: 2)
    #expect(second.ids.sorted() == ["b", "c", "d"])
    #expect(second.to == 2)
    #expect(second.more)
  }

  @Test(arguments: Engine.allCases)
  func `a page ends before its bytes pass their limit`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    let long = String(repeating: "x", count: 900)
    try Scribe(store).write((1...6).map { [.book("book-\($0)", title: long)] })
    let page = try store.page(since: 0, byteCountMax: 3_500)
    #expect(page.states.count < 6)
    #expect(page.states.count >= 2)
    #expect(page.to == page.states.count)
    #expect(try store.page(since: 0, byteCountMax: 1).ids == ["book-1"])
  }

  @Test(arguments: Engine.allCases)
  func `what was written last is told from memory as it stands in the table`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    for round in 0..<6 {
      try Scribe(store, device: round % 2 == 0 ? "laptop" : "phone").write(
        (0..<4).map { number in
          [round == 0 ? .book("book-\(number)") : .edit("book-\(number)", "pages", .int(round))]
        })
      // One that was opened just now has nothing in memory.
      let path = folder.path("\(round).sqlite")
      _ = try (store as? SQLiteStore)?.backUp(to: path)
      let fresh = try SQLiteStore(path: path)
      for cursor in 0...(try store.page(since: 0).head) {
        for limit in [1, 3, 100] {
          let (told, stands) = (
            try store.page(since: cursor, limit: limit), try fresh.page(since: cursor, limit: limit)
          )
          #expect((told.from, told.to, told.head) == (stands.from, stands.to, stands.head))
          #expect(told.states == stands.states)
        }
      }
    }
  }
}
