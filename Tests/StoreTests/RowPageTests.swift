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

  @Test func `for every cursor`() throws {
    let store = try SQLiteStore()
    try store.setUp()
    try Scribe(store).write(operations)
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
}
