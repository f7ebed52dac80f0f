import Library
import Store
import Testing

/// The rows of a page are those that its states make, to the byte.
@Suite struct RowPageTests {
  private let emma = EntityKey(kind: "book", id: "emma")

  /// Everything that goes the short way, and everything that goes the long one.
  private var operations: [[Change]] {
    [
      [.book("emma", title: #"A "quoted" \ line"#), .book("persuasion")],
      [
        Change(
          emma,
          set: [
            "review": "Zwei\nZeilen, [eckig] {rund}.", "languages": ["en", "de"], "rating": 300,
          ],
          add: [
            "tags": ["b": .null, "Á": .null, "B2": .null, "a\"b": .null],
            "identifiers": ["isbn:9780141439587": .null], "shelves": ["attic": ["position": "V"]],
          ])
      ],
      [Change(emma, set: ["rating": .null], del: ["tags": ["b"], "shelves": ["attic"]])],
      [Change(EntityKey(kind: "book", id: "persuasion"), life: .delete)],
      [.book("sanditon")],
      [Change(EntityKey(kind: "book", id: "persuasion"), life: .restore)],
      [Change(emma, add: ["tags": ["zz": .null]])],
    ]
  }

  @Test(arguments: [1, 2, 7], [false, true])
  func `for every cursor, whatever was committed together`(size: Int, isInParts: Bool) throws {
    let store = try SQLiteStore()
    try store.setUp()
    for start in stride(from: 0, to: operations.count, by: size) {
      let group = operations[start..<min(start + size, operations.count)]
      try Scribe(store).write(Array(group), isInParts: isInParts)
    }
    #expect(try store.findings() == [])
    try Scribe(store, device: "phone").write(.edit("emma", "pages", 474))
    for cursor in 0...8 {
      try store.read("books") { snapshot throws(StoreError) in
        let page = try snapshot.page(since: cursor, limit: 100, byteCountMax: 1 << 20)
        let rows = try snapshot.rows(since: cursor, limit: 100, byteCountMax: 1 << 20)
        let expected = page.states.compactMap { $0.row(since: cursor)?.json.canonicalText }
        #expect(String(decoding: rows.rows, as: UTF8.self) == expected.joined(separator: ","))
        #expect((rows.from, rows.to, rows.head) == (page.from, page.to, page.head))
        #expect(rows.more == page.more)
      }
    }
  }

  @Test func `after a commit of more than is kept in memory`() throws {
    let store = try SQLiteStore()
    try store.setUp()
    try Scribe(store).write(.book("emma"))
    let long = JSONValue.string(String(repeating: "x", count: 200_000))
    for id in ["a", "b", "c"] {
      var fields: JSONObject = ["title": .string(id)]
      for number in 0..<18 { fields["custom.f\(number)"] = long }
      try Scribe(store).write(
        Change(EntityKey(kind: "book", id: id), life: .create, set: fields))
    }
    try Scribe(store).write(["a", "b", "c"].map { [.edit($0, "rating", 100)] })
    try Scribe(store).write(.edit("emma", "rating", 200))
    // To read the long texts themselves takes long.
    for cursor in 4...8 {
      try store.read("books") { snapshot throws(StoreError) in
        let page = try snapshot.page(since: cursor, limit: 100, byteCountMax: 32 << 20)
        let rows = try snapshot.rows(since: cursor, limit: 100, byteCountMax: 32 << 20)
        let expected = page.states.compactMap { $0.row(since: cursor)?.json.canonicalText }
        #expect(String(decoding: rows.rows, as: UTF8.self) == expected.joined(separator: ","))
      }
    }
  }

  @Test func `a commit returns the rows of what it wrote`() throws {
    let store = try SQLiteStore()
    try store.setUp()
    for operation in operations {
      let head = try store.library("books")?.head ?? 0
      let told = try Scribe(store).commit([operation])
      let pulled = try store.read("books") { snapshot throws(StoreError) in
        try snapshot.rows(since: head, limit: 100, byteCountMax: 1 << 20)
      }
      #expect((told.from, told.to, told.head) == (head, head + 1, head + 1))
      // From 0 nobody is told what is gone; here nothing is.
      #expect(told.rows.count == pulled.rows.count)
      #expect(
        try Set(rows(told).map(\.canonicalText)) == Set(rows(pulled).map(\.canonicalText)))
    }
  }

  @Test func `a page holds as many bytes as it sends, not as its entities have`() throws {
    let store = try SQLiteStore()
    try store.setUp()
    let long = JSONValue.string(String(repeating: "A long review. ", count: 100))
    let books = (1...6).map { "book-\($0)" }
    try Scribe(store).write(books.map { [.book($0), .edit($0, "review", long)] })
    try Scribe(store).write(books.map { [.edit($0, "pages", 474)] })
    try store.read("books") { snapshot throws(StoreError) in
      let edits = try snapshot.rows(since: 6, limit: 100, byteCountMax: 3_000)
      #expect((edits.to, edits.head) == (12, 12))
      #expect(edits.rows.count < 3_000)
      let all = try snapshot.rows(since: 0, limit: 100, byteCountMax: 3_000)
      #expect(all.to < 6)
    }
  }

  private func rows(_ page: RowPage) throws -> [JSONValue] {
    let text = "[\(String(decoding: page.rows, as: UTF8.self))]"
    return try #require(try JSONValue(parsing: text).array)
  }
}
