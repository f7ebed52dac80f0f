import GRDB
import Library
import TestSupport
import Testing

@testable import Store

/// A database as "First light" left it becomes one of today, with a past.
@Suite struct MigrationTests {
  private let folder: TemporaryFolder
  private let path: String
  private let emma = EntityKey(kind: "book", id: "emma")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("library.sqlite")
    try makeFirstLight()
  }

  /// Opens a database in which rows have checksums.
  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { $0.add(function: RowChecksum.function) }
    return configuration
  }

  /// The operations that the old log holds: the third was refused, the fifth deleted a book.
  private var operations: [[Change]] {
    [
      [.book("emma"), .book("persuasion")],
      [.edit("emma", "rating", 300)],
      [.edit("emma", "pages", -1)],
      [
        Change(
          emma, set: ["rating": 450],
          add: ["identifiers": ["isbn:9780141439587": .null], "tags": ["Regency": .null]])
      ],
      [Change(EntityKey(kind: "book", id: "persuasion"), life: .delete)],
    ]
  }

  /// Makes the tables by the step that shipped, and fills them as its code did.
  private func makeFirstLight() throws {
    let database = try DatabaseQueue(path: path)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(sql: Store.Schema.firstLight)
      try database.execute(sql: "PRAGMA user_version = 1")
      try database.execute(sql: "PRAGMA application_id = \(Store.Schema.applicationID)")
    }
    try migrator.migrate(database)
    try database.write { database in
      try database.execute(
        sql: """
          INSERT INTO accounts VALUES ('anna', 'Anna', 1000);
          INSERT INTO devices VALUES ('laptop', 'anna', 'Laptop', NULL, 1000, NULL, NULL);
          INSERT INTO libraries VALUES (1, 'books', 'anna', 'Books', 'epoch-1', 1000, 4, 2005, 0);
          INSERT INTO incarnations VALUES (1, 1, 'laptop', 'first', 5, 0);
          """)
      var states: [EntityKey: EntityState] = [:]
      var seq = 0
      for (index, changes) in operations.enumerated() {
        let operation = Operation(
          id: "op-\(index + 1)", n: index + 1, base: seq, at: 2_001 + index, changes: changes)
        var source = StatesOnly { [states] in states[$0] }
        let moment = Moment(seq: seq + 1, baseTime: 1_000, now: 2_005)
        let applied = try? Merge.apply(
          operation, device: "laptop", incarnation: "first", moment: moment, from: &source)
        if applied != nil { seq += 1 }
        for state in applied?.states ?? [] { states[state.entity] = state }
        try database.execute(
          sql: "INSERT INTO operations VALUES (NULL, 1, ?, ?, 1, ?, ?, ?, 2005, ?, NULL, ?, ?)",
          arguments: [
            applied == nil ? nil : seq, operation.id, operation.n, operation.base, operation.at,
            applied == nil ? "refused" : "applied",
            applied == nil ? #"{"code":"invalid","message":"No."}"# : nil,
            JSONValue.array(changes.map(\.json)).canonicalText,
          ])
      }
      for (index, state) in states.values.sorted(by: { $0.entity.id < $1.entity.id }).enumerated() {
        try database.execute(
          sql: "INSERT INTO entities VALUES (?, 1, 'book', ?, ?)",
          arguments: [index + 1, state.entity.id, state.storedText])
        for seq in state.seqs {
          try database.execute(
            sql: "INSERT INTO writes VALUES (1, ?, ?)", arguments: [seq, index + 1])
        }
      }
    }
    try database.close()
  }

  @Test func `a database of First light opens, holds what it held, and is sound`() throws {
    let store = try SQLiteStore(path: path)
    #expect(try store.findings() == [])
    #expect(try store.verify() == [])
    let page = try store.page(since: 0)
    #expect(Set(page.ids) == ["emma", "persuasion"])
    #expect(page.head == 4)
    let (known, progress, trash, books) = try store.read("books") { snapshot throws(StoreError) in
      (
        try snapshot.recorded(["op-3", "op-5"]), try snapshot.progress(of: "laptop", in: "first"),
        try snapshot.trash(before: 2_005, limit: 9),
        try snapshot.books(identifiedBy: "isbn:9780141439587", limit: 9)
      )
    }
    #expect(known["op-3"]?.result == .refused(Problem(.invalid, "No.")))
    #expect(known["op-5"]?.result == .accepted(seq: 4, .applied, conflict: nil))
    #expect(progress?.n == 5)
    #expect(trash.map(\.id) == ["persuasion"])
    #expect(books == [emma])
    try Scribe(store, device: "phone").write(.edit("emma", "pages", 474))
    #expect(try store.library("books")?.head == 5)
  }

  @Test func `its log becomes history, from the first value on`() throws {
    let store = try SQLiteStore(path: path)
    let page = try store.read("books") { snapshot throws(StoreError) in
      try snapshot.history(of: emma, before: nil, limit: 100, byteCountMax: .max)
    }
    let ratings = page.items.filter { $0.entry.subject == .field("rating") }
    #expect(ratings.map(\.entry.to) == [450, 300])
    #expect(ratings.map(\.entry.from) == [300, nil])
    #expect(ratings.map(\.op) == ["op-4", "op-2"])
    #expect(ratings.map(\.entry.version.stamp) == [2_004, 2_002])
    #expect(page.items.contains { $0.entry.subject == .element(field: "tags", name: "Regency") })
    #expect(page.items.last?.entry.version.seq == 1)
    #expect(page.items.contains { $0.entry.subject == .life && $0.entry.to == "created" })
  }

  @Test func `a database from before windows were kept takes them`() throws {
    let database = try DatabaseQueue(path: path, configuration: configuration)
    var migrator = DatabaseMigrator()
    // The first step is done already.
    migrator.registerMigration("1") { _ in }
    migrator.registerMigration("2") { database in
      try Store.Schema.keepHistory(database)
      // Triggers kept the checksums of every table that single statements write to.
      for table in Store.Schema.historyTables where table.name == "incarnations" {
        try database.execute(sql: table.triggers)
      }
      try database.execute(sql: "PRAGMA user_version = 2")
    }
    try migrator.migrate(database)
    try database.close()
    #expect(throws: StoreError.older(found: 2, known: Store.Schema.version)) {
      try SQLiteStore(path: path, access: .readOnly)
    }
    let store = try SQLiteStore(path: path)
    var changes = SceneChanges()
    changes.scenes = [
      SceneRecord(
        SceneKey(device: "laptop", scene: "w1"), name: "", epoch: 1, layout: "wide", seen: 1)
    ]
    try store.save(changes)
    #expect(try store.scenes(of: "anna").scenes == changes.scenes)
    #expect(try store.library("books")?.head == 4)
    try store.add(
      DeviceRecord(id: "phone", account: "anna", name: "Phone", created: 2_006), secret: nil)
    try Scribe(store, device: "phone").write(.edit("emma", "pages", 474))
    #expect(try store.findings() == [])
  }

  @Test func `a book of before is found by its file on an e-reader`() throws {
    let document = "koreader:59d481d168cca6267322f150c5f6a2a3"
    do {
      let store = try SQLiteStore(path: path)
      try Scribe(store).write(
        [[.book("emma")], [Change(emma, add: ["identifiers": [document: .null]])]])
    }
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.write { database in
      // As it was before anybody looked for files, or kept pictures.
      try database.execute(
        sql: "DELETE FROM mentions WHERE term = ?", arguments: [Mention.term(identifier: document)])
      #expect(database.changesCount == 1)
      try database.execute(
        sql: """
          DROP TABLE blobBytes; DROP TABLE blobs;
          DELETE FROM grdb_migrations WHERE identifier IN ('6', '7'); PRAGMA user_version = 5;
          """)
    }
    try database.close()
    let store = try SQLiteStore(path: path)
    let books = try store.read("books") { snapshot throws(StoreError) in
      try snapshot.books(identifiedBy: document, limit: 9)
    }
    #expect(books == [emma])
    #expect(try store.findings() == [])
  }

  @Test func `to look at an old file only, it is brought up to date first`() throws {
    #expect(throws: StoreError.older(found: 1, known: Store.Schema.version)) {
      try SQLiteStore(path: path, access: .readOnly)
    }
    _ = try SQLiteStore(path: path)
    #expect(try SQLiteStore(path: path, access: .readOnly).findings() == [])
  }

  /// A restore right after an update takes the place of such a file, which nobody has brought up to date.
  @Test(arguments: 1...Store.Schema.version)
  func `who may come, and what libraries there are, is read of a file of any age`(
    version: Int
  ) throws {
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try Store.Schema.migrate(database, upTo: version)
    try database.write { database in
      try database.execute(
        sql: """
          INSERT INTO devices (id, account, name, created, revoked)
          VALUES ('phone', 'anna', 'Phone', 1001, 2006)
          """)
    }
    try database.close()
    let store = try SQLiteStore(path: path, access: .recordsOnly)
    #expect(try store.accounts().map(\.id) == ["anna"])
    #expect(try store.devices(of: "anna").map(\.revoked) == [nil, 2_006])
    let library = try #require(try store.libraries(of: "anna").first)
    #expect(library.epoch == "epoch-1" && library.head == 4 && library.restores == [])
    #expect(throws: StoreError.self) { try store.note(watermarks: ["books": 1]) }
    let after = try DatabaseQueue(path: path, configuration: configuration)
    #expect(try after.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == version)
  }
}
