import Library
import Store
import Testing

/// What is kept of a value's past, and what merging finds there.
@Suite struct HistoryContractTests {
  private let folder: TemporaryFolder
  private let emma = EntityKey(kind: "book", id: "emma")

  init() throws { folder = try TemporaryFolder() }

  /// Commits operations whose history is `entries` each; the author is the device, its n the sequence.
  private func write(
    _ entries: [Entry], times count: Int = 1, by device: String = "laptop", at stamp: Int = 2_000,
    to entity: EntityKey, in store: any LibraryStore
  ) throws {
    _ = try store.commit(to: "books") { snapshot throws(StoreError) in
      let head = snapshot.library.head
      var progress =
        try snapshot.progress(of: device, in: "first")
        ?? DeviceProgress(device: device, incarnation: "first")
      var (operations, history): ([LoggedOperation], [[HistoryEntry]]) = ([], [])
      var state = try snapshot.states(of: [entity])[entity]
      for seq in head + 1...head + count {
        progress.n += 1
        let version = Version(
          stamp: stamp, seq: seq, device: device, incarnation: "first", n: progress.n)
        state = state ?? EntityState(entity, created: version)
        history.append(
          entries.map { entry in
            HistoryEntry(
              entity, entry.subject, version: version, from: nil, to: entry.to,
              written: entry.written, isAuthored: entry.isAuthored, base: entry.base,
              alias: entry.alias)
          })
        operations.append(
          LoggedOperation(
            Operation(id: "op-\(seq)", n: progress.n, base: 0, at: stamp, changes: []),
            device: device, incarnation: "first", time: snapshot.library.time,
            result: .accepted(seq: seq, .applied, conflict: nil)))
      }
      return (
        CommitBatch(
          operations: operations, states: [state].compactMap(\.self), history: history,
          progress: [progress], head: head + count, time: snapshot.library.time), ()
      )
    }
  }

  private struct Entry {
    var subject: HistoryEntry.Subject
    var to: JSONValue?
    var written: JSONValue?
    var isAuthored = true
    var base: Int?
    var alias: String?

    static func field(
      _ name: String, _ to: JSONValue?, written: JSONValue? = nil, isAuthored: Bool = true
    ) -> Entry {
      Entry(subject: .field(name), to: to, written: written, isAuthored: isAuthored)
    }
  }

  private func history(
    _ store: any LibraryStore, of entity: EntityKey, before: Int? = nil, limit: Int = 100,
    byteCountMax: Int = .max
  ) throws -> HistoryPage {
    try store.read("books") { snapshot throws(StoreError) in
      try snapshot.history(
        of: entity, before: before, limit: limit, byteCountMax: byteCountMax)
    }
  }

  @Test(arguments: Engine.allCases)
  func `history tells who, when, old and new, newest first, and by which operation`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    try write(
      [Entry(subject: .life, to: "created"), .field("title", "Emma")], to: emma, in: store)
    try write([.field("rating", 300)], by: "phone", at: 2_500, to: emma, in: store)
    try write(
      [Entry(subject: .element(field: "tags", name: "Regency"), to: .null)], to: emma, in: store)
    try write([.field("rating", .null), .field("title", "Emma!")], to: emma, in: store)
    let page = try history(store, of: emma)
    #expect(!page.more)
    #expect(page.items.map(\.op) == ["op-4", "op-4", "op-3", "op-2", "op-1", "op-1"])
    #expect(page.items.map(\.entry.from) == [300, "Emma", nil, nil, nil, nil])
    #expect(page.items.map(\.entry.to) == [.null, "Emma!", .null, 300, "created", "Emma"])
    let rating = try #require(page.items.dropFirst(3).first?.entry)
    #expect(
      rating.version
        == Version(stamp: 2_500, seq: 2, device: "phone", incarnation: "first", n: 1))
    #expect(try history(store, of: EntityKey(kind: "book", id: "sanditon")).items.isEmpty)
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `history keeps what the author of an element had seen, where others stand beside it`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    let subject = HistoryEntry.Subject.element(field: "tags", name: "Regency")
    try write([Entry(subject: subject, to: .null)], to: emma, in: store)
    try write(
      [Entry(subject: subject, to: .null, written: .null, base: 0), .field("rating", 300)],
      by: "phone", to: emma, in: store)
    let entries = try history(store, of: emma).items.map(\.entry)
    #expect(entries.map(\.base) == [0, nil, nil])
    #expect(entries.map(\.written) == [.null, nil, nil])
    #expect(entries.map(\.to) == [.null, 300, .null])
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `history keeps by which name of a book each value was written`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    let subject = HistoryEntry.Subject.field("title")
    try write(
      [
        Entry(subject: subject, to: "Emma", base: 0, alias: "one"),
        Entry(subject: subject, to: "Emma!", alias: "two"), .field("rating", 300),
      ], to: emma, in: store)
    #expect(try history(store, of: emma).items.map(\.entry.alias) == ["one", "two", nil])
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `a page of history ends with a whole operation and knows what stood before it`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    for index in 1...5 {
      try write(
        [.field("pages", .int(index)), .field("rating", .int(index * 100))], to: emma, in: store)
    }
    let first = try history(store, of: emma, limit: 3)
    #expect(first.items.map(\.op) == ["op-5", "op-5", "op-4", "op-4"])
    #expect(first.items.map(\.entry.from) == [4, 400, 3, 300])
    #expect(first.more)
    let rest = try history(store, of: emma, before: 4)
    #expect(rest.items.map(\.op) == ["op-3", "op-3", "op-2", "op-2", "op-1", "op-1"])
    #expect(rest.items.last?.entry.from == nil)
    #expect(!rest.more)
    #expect(try history(store, of: emma, before: 1).items.isEmpty)
  }

  @Test(arguments: Engine.allCases)
  func `a page of history ends early where changes are long, with one operation at least`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    for letter in ["a", "b", "c"] {
      try write(
        [.field("note", .string(String(repeating: letter, count: 1_000)))], to: emma, in: store)
    }
    try write([.field("rating", 300)], to: emma, in: store)
    let first = try history(store, of: emma, byteCountMax: 2_000)
    #expect(first.items.map(\.op) == ["op-4", "op-3"])
    #expect(first.items.last?.entry.from == .string(String(repeating: "b", count: 1_000)))
    #expect(first.more)
    let second = try history(store, of: emma, before: 3, byteCountMax: 10)
    #expect(second.items.map(\.op) == ["op-2"])
    #expect(second.more)
    let last = try history(store, of: emma, before: 2, byteCountMax: 10)
    #expect(last.items.map(\.op) == ["op-1"])
    #expect(!last.more)
  }

  @Test(arguments: Engine.allCases)
  func `merging finds the last text that an author had seen, and what they wrote themselves`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    try write([.field("review", "One.")], to: emma, in: store)
    try write([.field("review", "One. Two.", written: "Two.")], by: "phone", to: emma, in: store)
    try write([.field("review", "Three.")], to: emma, in: store)
    func seen(_ device: String, n: Int, base: Int) throws -> HistoryEntry? {
      let search = try store.read("books") { snapshot throws(StoreError) in
        try snapshot.change(
          of: "review", in: emma,
          seenBy: Author(device: device, incarnation: "first", n: n, base: base, at: 0),
          stepsMax: .max)
      }
      guard case .found(let entry) = search.outcome else {
        #expect(search.outcome == .nothing)
        return nil
      }
      return entry
    }
    #expect(try seen("phone", n: 2, base: 0)?.written == "Two.")
    #expect(try seen("phone", n: 2, base: 0)?.to == "One. Two.")
    #expect(try seen("laptop", n: 1, base: 2)?.to == "One. Two.")
    #expect(try seen("laptop", n: 3, base: 0)?.to == "Three.")
    #expect(try seen("tablet", n: 1, base: 1)?.to == "One.")
    #expect(try seen("tablet", n: 1, base: 0) == nil)
  }

  @Test(arguments: Engine.allCases)
  func `no more of a long history is looked through than there is time for`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    let rowCount = Library.Limits.historyRowsPerQuestionMax
    let created = Entry(subject: .life, to: .string(HistoryEntry.created))
    try write([created], by: "phone", to: emma, in: store)
    try write([.field("review", "First.")], to: emma, in: store)
    try write([.field("rating", 100)], times: rowCount, to: emma, in: store)
    func look(base: Int, stepsMax: Int = .max) throws -> (HistorySearch, HistorySearch) {
      let author = Author(device: "phone", incarnation: "first", n: 9, base: base, at: 0)
      return try store.read("books") { snapshot throws(StoreError) in
        (
          try snapshot.change(of: "review", in: emma, seenBy: author, stepsMax: stepsMax),
          try snapshot.making(of: emma, seenBy: author, stepsMax: stepsMax)
        )
      }
    }
    // The making is the first of all, the review one too many from the end.
    let (review, making) = try look(base: 1)
    #expect(review.outcome == .cutShort)
    #expect(review.steps == rowCount * Library.Limits.historyRowSteps)
    guard case .found(let made) = making.outcome else {
      Issue.record("the making is not found")
      return
    }
    #expect(made.version.device == "phone")
    // To look into what was seen counts as well.
    #expect(try look(base: rowCount + 2).0.steps > review.steps)
    #expect(try look(base: 1, stepsMax: 0).1.outcome == .cutShort)
  }

  @Test(arguments: Engine.allCases)
  func `of what programs wrote the newest of a day is kept; what people wrote, and texts, all`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    let day = 86_400_000
    func passive(_ field: String, _ value: JSONValue) -> Entry {
      .field(field, value, isAuthored: false)
    }
    try write([.field("rating", 100), passive("cover", "a")], at: day, to: emma, in: store)
    try write([passive("cover", "b")], at: day + 1, to: emma, in: store)
    try write([passive("description", "x")], at: day + 2, to: emma, in: store)
    try write([passive("cover", "c"), .field("rating", 200)], at: day + 3, to: emma, in: store)
    try write([passive("description", "y")], at: day + 4, to: emma, in: store)
    try write([passive("cover", "d")], at: 2 * day, to: emma, in: store)
    let items = try history(store, of: emma).items.map(\.entry)
    #expect(items.filter { $0.subject == .field("cover") }.map(\.to) == ["d", "c"])
    #expect(items.filter { $0.subject == .field("cover") }.map(\.from) == ["c", nil])
    #expect(items.filter { $0.subject == .field("description") }.map(\.to) == ["y", "x"])
    #expect(items.filter { $0.subject == .field("rating") }.map(\.from) == [100, nil])
    let authored = try store.read("books") { snapshot throws(StoreError) in
      try snapshot.authoredHistory(of: emma)
    }
    #expect(authored.map(\.to) == [100, 200])
    #expect(authored.map(\.from) == [nil, 100])
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `those of a kind that name an entity are found, and no others`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    let scribe = Scribe(store)
    let books = ["emma", "second", "emma", "emma2"]
    for (number, book) in books.enumerated() {
      try scribe.write(
        Change(
          EntityKey(kind: "reading", id: "r\(number)"), life: .create,
          set: ["book": .string(book)]))
    }
    try scribe.write(Change(EntityKey(kind: "note", id: "n"), set: ["book": "emma"]))
    try scribe.write(Change(EntityKey(kind: "reading", id: "r2"), life: .delete))
    func found(_ kind: String, _ id: String) throws -> [String] {
      try store.read("books") { snapshot throws(StoreError) in
        try snapshot.states(of: kind, naming: id).map(\.entity.id)
      }
    }
    #expect(try found("reading", "emma") == ["r0", "r2"])
    #expect(try found("note", "emma") == ["n"])
    #expect(try found("reading", "nobody") == [])
  }

  @Test(arguments: Engine.allCases)
  func `a book is found by its ISBN, its file and on its shelves, while it has them`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    let scribe = Scribe(store)
    let (isbn, file) = ("isbn:9780141439587", "koreader:59d481d168cca626")
    for id in ["emma", "second"] {
      try scribe.write(
        Change(
          EntityKey(kind: "book", id: id), life: .create, set: ["title": "Emma"],
          add: [
            "identifiers": [isbn: .null, file: .null], "shelves": ["attic": ["position": "V"]],
          ]))
    }
    func found(limit: Int = 9) throws -> [[String]] {
      try store.read("books") { snapshot throws(StoreError) in
        [
          try snapshot.books(identifiedBy: isbn, limit: limit).map(\.id),
          try snapshot.places(in: .books(onShelf: "attic")).map(\.id),
          try snapshot.books(identifiedBy: file, limit: limit).map(\.id),
        ]
      }
    }
    #expect(try found() == [[String]](repeating: ["emma", "second"], count: 3))
    #expect(try found(limit: 1)[0] == ["emma"])
    try scribe.write(Change(emma, del: ["identifiers": [isbn, file], "shelves": ["attic"]]))
    #expect(try found() == [["second"], ["second"], ["second"]])
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `Trash is listed by when it was deleted, until it is restored`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    let scribe = Scribe(store)
    for id in ["emma", "persuasion"] { try scribe.write(.book(id)) }
    let keys = ["persuasion", "emma"].map { EntityKey(kind: "book", id: $0) }
    try scribe.write(Change(keys[0], life: .delete), time: 3_000)
    try scribe.write(Change(keys[1], life: .delete), time: 4_000)
    func trash(_ time: Int, _ limit: Int = 9) throws -> [EntityKey] {
      try store.read("books") { snapshot throws(StoreError) in
        try snapshot.trash(before: time, limit: limit)
      }
    }
    #expect(try trash(2_999).isEmpty)
    #expect(try trash(3_000) == [keys[0]])
    #expect(try trash(4_000) == keys)
    #expect(try trash(4_000, 1) == [keys[0]])
    try scribe.write(Change(keys[0], life: .restore), time: 5_000)
    #expect(try trash(5_000) == [keys[1]])
    #expect(try store.findings() == [])
  }
}
