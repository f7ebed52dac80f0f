import Library
import TestSupport
import Testing

/// Orders whose keys have grown long are put in order, and stay the orders they were.
struct RebalanceTests {
  private let shelf = EntityKey(kind: "shelf", id: "s1")

  @Test(arguments: [0, 1, 2, 61, 62, 63, 1000, 10_000])
  func `spread keys are in order, short, valid and apart`(count: Int) throws {
    for (after, before) in [(nil, nil), ("V", nil), (nil, "01"), ("Vz", "W0a1")] as [Gap] {
      let keys = try #require(FractionalKey.spread(count, after: after, before: before))
      #expect(keys.count == count)
      #expect(keys.allSatisfy { FractionalKey.isValid($0) && $0.utf8.count <= 7 })
      let bounds = [after] + keys.map(Optional.some) + [before]
      for (lower, upper) in zip(bounds, bounds.dropFirst()) {
        if let lower, let upper { #expect(lower.utf8.lexicographicallyPrecedes(upper.utf8)) }
        #expect(FractionalKey.between(lower, upper, random: 7) != nil)
      }
    }
  }

  private typealias Gap = (after: String?, before: String?)

  @Test func `the spread of three is by quarters`() {
    #expect(FractionalKey.spread(3) == ["FV", "V", "kV"])
    #expect(FractionalKey.spread(3, after: "V", before: "W") == ["VFV", "VV", "VkV"])
  }

  @Test func `there is no room between equal keys, and none within too few digits`() {
    #expect(FractionalKey.spread(1, after: "V", before: "V") == nil)
    #expect(FractionalKey.spread(1, after: "V", before: "V00") == nil)
    #expect(FractionalKey.spread(1, after: "V", before: "V001", lengthMax: 5) == nil)
    #expect(FractionalKey.spread(1, after: "V", before: "V001", lengthMax: 6) == ["V000V"])
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
    let stored = try applied.states.map { try EntityState(stored: Array($0.storedText.utf8)) }
    let read = Applied(states: stored, outcome: .applied)
    #expect(Rebalance.needed(after: read) == [.books(onShelf: "s1")])
    let moved = try push(
      to: &server, n: 2,
      Change(shelf, set: ["position": .string(String(repeating: "K", count: 64))]),
      Change(book(1), set: ["pages": 412]))
    #expect(Rebalance.needed(after: moved) == [.shelves])
  }

  @Test func `rebalancing keeps the order, ties by id, and shortens every long key`() throws {
    var server = MergeServer()
    let long = String(repeating: "V", count: 50)
    let positions = [long + "2", long + "1", "z", long + "1", "1"]
    for (index, key) in positions.enumerated() {
      _ = try push(
        to: &server, n: index + 1,
        Change(book(index), life: .create, set: ["title": "Dune"], add: position(key)))
    }
    let order = Rebalance.Order.books(onShelf: "s1")
    let members = server.states.values.compactMap { Rebalance.Member($0, in: order) }
    let step = Rebalance.step(for: order, members: members, changesMax: 9)
    #expect(step.isLast && step.changes.map(\.entity.id) == ["b1", "b3", "b0"])
    let operation = Operation(
      id: "rebalance", n: 1, base: server.head, at: 0, changes: step.changes)
    let applied = try server.push(operation, device: Author.server, now: 2000)
    #expect(applied.outcome == .applied && Rebalance.needed(after: applied).isEmpty)
    #expect(applied.history.allSatisfy { !$0.isAuthored })
    let keys = server.states.values.compactMap { Rebalance.Member($0, in: order) }
      .sorted { $0.position < $1.position }
    #expect(keys.map(\.id) == ["b4", "b1", "b3", "b0", "b2"])
    #expect(keys.allSatisfy { $0.position.utf8.count <= 3 })
    #expect(Rebalance.step(for: order, members: keys, changesMax: 9).changes.isEmpty)
  }

  @Test func `a new key says nothing about what else a place says`() throws {
    var server = MergeServer()
    let place: JSONObject = [
      "position": .string(String(repeating: "V", count: 41)), "row": "top", "by": ["a": 1],
    ]
    _ = try push(
      to: &server, n: 1,
      Change(
        book(1), life: .create, set: ["title": "Dune"],
        add: ["shelves": ["s1": .object(place)]]))
    let step = Rebalance.step(
      for: .books(onShelf: "s1"),
      members: server.states.values.compactMap { Rebalance.Member($0, in: .books(onShelf: "s1")) },
      changesMax: 9)
    let operation = Operation(
      id: "rebalance", n: 1, base: server.head, at: 0, changes: step.changes)
    _ = try server.push(operation, device: Author.server, now: 2000)
    #expect(
      server.states[book(1)]?.sets["shelves"]?["s1"]?.shown?.value
        == ["position": "V", "row": "top", "by": ["a": 1]])
  }

  // MARK: Crowded places

  @Test func `whoever stands far from a long key keeps theirs`() {
    let keys = FractionalKey.spread(10_000) ?? []
    let crowd = (1...50).map { keys[5_000] + String(repeating: "0", count: $0) + "1" }
    let members = Self.members(keys + crowd)
    let step = Rebalance.step(for: .shelves, members: members, changesMax: 1_000)
    #expect(step.isLast && (10...130).contains(step.changes.count))
    Self.expectSameOrder(members, after: step)
    let alone = Self.members(keys + [keys[5_000] + String(repeating: "V", count: 40)])
    #expect(Rebalance.step(for: .shelves, members: alone, changesMax: 1_000).changes.count == 1)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `any order comes to an end in small steps, each of which keeps it`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let stems = ["V", "V000", "z", "0001", String(repeating: "V0", count: 19)]
    var members = Self.members(
      (0..<Int.random(in: 1...120, using: &random)).map { _ in
        let zeros = String(repeating: "0", count: Int.random(in: 0...25, using: &random))
        let digits = (0..<Int.random(in: 0...2, using: &random)).map { _ in
          ["1", "V", "z"].randomElement(using: &random) ?? "1"
        }
        return (stems.randomElement(using: &random) ?? "V") + zeros + digits.joined() + "1"
      })
    let changesMax = Int.random(in: 1...20, using: &random)
    for _ in 0..<2_000 {
      let step = Rebalance.step(for: .shelves, members: members, changesMax: changesMax)
      #expect(step.changes.count <= changesMax)
      members = Self.expectSameOrder(members, after: step)
      if step.isLast { break }
    }
    #expect(members.allSatisfy { $0.position.utf8.count <= 40 })
  }

  @Test func `a thousand keys without a gap make room from the outside`() {
    let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    let stem = "V" + String(repeating: "0", count: 37)
    // All that there are of forty digits, and one that goes between two of them.
    let full = (1..<1_000).map { "\(stem)\(digits[$0 / 62])\(digits[$0 % 62])" }
    var members = Self.members(full + [full[500] + "V"])
    var stepCount = 0
    while true {
      let step = Rebalance.step(for: .shelves, members: members, changesMax: 100)
      stepCount += 1
      #expect(step.changes.count <= 100)
      members = Self.expectSameOrder(members, after: step)
      if step.isLast || stepCount > 100 { break }
    }
    #expect(stepCount > 2 && stepCount <= 11)
    #expect(members.allSatisfy { $0.position.utf8.count <= 40 })
  }

  private static func members(_ keys: [String]) -> [Rebalance.Member] {
    keys.enumerated().map { Rebalance.Member(id: "m\($0.offset)", position: $0.element) }
  }

  /// `members` after `step`, which stand as they stood.
  @discardableResult
  private static func expectSameOrder(
    _ members: [Rebalance.Member], after step: Rebalance.Step
  ) -> [Rebalance.Member] {
    var keys: [String: String] = [:]
    for change in step.changes { keys[change.entity.id] = change.set["position"]?.string }
    let moved = members.map { Rebalance.Member(id: $0.id, position: keys[$0.id] ?? $0.position) }
    #expect(inOrder(moved) == inOrder(members))
    return moved
  }

  private static func inOrder(_ members: [Rebalance.Member]) -> [String] {
    members.sorted { ($0.position, $0.id) < ($1.position, $1.id) }.map(\.id)
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
