import Library
import Testing

/// Orders whose keys have grown long are put in order, and stay the orders they were.
struct RebalanceTests {
  private let shelf = EntityKey(kind: "shelf", id: "s1")

  @Test(arguments: [0, 1, 2, 61, 62, 63, 1000, 10_000])
  func `spread keys are in order, short, valid and apart`(count: Int) {
    let keys = FractionalKey.spread(count)
    #expect(keys.count == count)
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(keys.allSatisfy { FractionalKey.isValid($0) && $0.utf8.count <= 5 })
    for (lower, upper) in zip([nil] + keys.map(Optional.some), keys.map(Optional.some) + [nil]) {
      #expect(FractionalKey.between(lower, upper, random: 7) != nil)
    }
  }

  @Test func `the spread of three is by quarters`() {
    #expect(FractionalKey.spread(3) == ["FV", "V", "kV"])
  }

  @Test func `an order with a long key is to be rebalanced, whoever else moved`() throws {
    var server = MergeServer()
    let applied = try push(
      to: &server, n: 1,
      Change(
        book(1), life: .create, set: ["title": "Dune"],
        add: position(String(repeating: "V", count: 41))),
      Change(shelf, life: .create, set: ["name": "Loved", "position": "V"]))
    #expect(Rebalance.needed(after: applied) == [.books(onShelf: "s1")])
    let moved = try push(
      to: &server, n: 2,
      Change(shelf, set: ["position": .string(String(repeating: "K", count: 64))]),
      Change(book(1), set: ["pages": 412]))
    #expect(Rebalance.needed(after: moved) == [.shelves])
  }

  @Test func `rebalancing keeps the order, ties by id, and shortens every key`() throws {
    var server = MergeServer()
    let long = String(repeating: "V", count: 50)
    let positions = [long + "2", long + "1", "z", long + "1", "1"]
    for (index, key) in positions.enumerated() {
      _ = try push(
        to: &server, n: index + 1,
        Change(book(index), life: .create, set: ["title": "Dune"], add: position(key)))
    }
    let order = Rebalance.Order.books(onShelf: "s1")
    let members = positions.enumerated().map {
      Rebalance.Member(id: book($0.offset).id, position: $0.element)
    }
    let changes = Rebalance.changes(for: order, members: members)
    #expect(changes.map(\.entity.id) == ["b4", "b1", "b3", "b0", "b2"])
    let operation = Operation(
      id: "rebalance", n: 1, base: server.head, at: 0, changes: changes)
    let applied = try server.push(operation, device: Author.server, now: 2000)
    #expect(applied.outcome == .applied && Rebalance.needed(after: applied).isEmpty)
    #expect(applied.history.allSatisfy { !$0.isAuthored })
    let keys = [4, 1, 3, 0, 2].compactMap { index in
      server.states[book(index)]?.sets["shelves"]?["s1"]?.shown?.value["position"]?.string
    }
    #expect(keys == FractionalKey.spread(5))
    let again = zip(["b4", "b1", "b3", "b0", "b2"], keys).map {
      Rebalance.Member(id: $0, position: $1)
    }
    #expect(Rebalance.changes(for: order, members: again).isEmpty)
  }

  private func book(_ number: Int) -> EntityKey { EntityKey(kind: "book", id: "b\(number)") }

  private func position(_ key: String) -> ByName<JSONObject> {
    ["shelves": ["s1": ["position": .string(key)]]]
  }

  private func push(
    to server: inout MergeServer, n: Int, _ changes: Change...
  ) throws -> Applied {
    try server.push(
      Operation(id: "op\(n)", n: n, base: 0, at: 1000, changes: changes), device: "A", now: 1000)
  }
}
