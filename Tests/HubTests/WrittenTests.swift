import Library
import Store
import Testing

@testable import Hub

/// What a transaction keeps of its own writes for the merges that follow in it.
@Suite struct WrittenTests {
  private func book(_ id: String) -> EntityKey { EntityKey(kind: "book", id: id) }

  @Test func `of the books with one identifier the first are told, once each and in their order`() {
    var twins = WrittenTwins()
    for id in ["a", "b", "a", "c", "d"] { twins.insert(book(id)) }
    #expect(twins.first(3, without: [book("b")]) == ["a", "c", "d"].map(book))
    #expect(twins.first(2, without: []) == ["a", "b"].map(book))
    #expect(twins.first(-1, without: []) == [])
  }

  @Test func `a book that no longer holds an identifier is passed over until it does again`() {
    var twins = WrittenTwins()
    for id in ["a", "b", "c"] { twins.insert(book(id)) }
    for id in ["b", "b", "unknown"] { twins.remove(book(id)) }
    #expect(twins.first(9, without: []) == ["a", "c"].map(book))
    twins.insert(book("b"))
    #expect(twins.first(9, without: []) == ["a", "b", "c"].map(book))
  }

  @Test func `the history of one entity is its own, in its order, among that of others`() {
    func entry(_ id: String, _ to: JSONValue) -> HistoryEntry {
      HistoryEntry(
        book(id), .field("title"),
        version: Version(stamp: 1, seq: 1, device: "laptop", incarnation: "i", n: 1),
        from: nil, to: to, written: nil, isAuthored: true, base: nil)
    }
    var history = WrittenHistory()
    history.append([entry("a", "1"), entry("b", "2")])
    #expect(history.entries(of: book("a")).map(\.to) == ["1"])
    history.append([])
    history.append([entry("a", "3")])
    #expect(history.entries(of: book("a")).map(\.to) == ["1", "3"])
    #expect(history.entries(of: book("c")).isEmpty)
    #expect(history.operations.map { $0.map(\.to) } == [["1", "2"], ["3"]])
  }

  @Test func `books that lost an ISBN do not hide from a copy the one that holds it`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone")
    let isbn = "isbn:9780441172719"
    func copy(_ id: String) -> Change {
      var change = Change.book(id)
      change.add = ["identifiers": [isbn: .null]]
      return change
    }
    var made: [Change] = []
    for number in 0..<Library.Limits.twinsLookedAtMax {
      made.append(copy("a\(number)"))
      made.append(Change(book("a\(number)")))
      made[made.count - 1].del = ["identifiers": [isbn]]
    }
    made.append(copy("b"))
    harness.push(made.enumerated().map { .make("op-\($0)", n: $0 + 1, $1) }, laptop)
    harness.push([.make("copy", n: 1, copy("c"))], phone)
    harness.commit()
    let alias = EntityKey(kind: Library.Schema.aliasKind, id: "c")
    let state = try harness.store.read("books") { snapshot throws(StoreError) in
      try snapshot.states(of: [alias])[alias]
    }
    #expect(state?.registers["to"]?.value == "b")
  }
}
