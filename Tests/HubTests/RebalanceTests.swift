import Library
import Store
import Testing
import Wire

@testable import Hub

/// An order in which a key grew too long is spread anew in the same commit, and stays as it was.
@Suite struct RebalanceTests {
  private let long = String(repeating: "V", count: 45)

  @Test func `shelves whose keys grew too long get short ones, in the order that they had`() throws
  {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let positions = [("a", "F"), ("b", "V"), ("d", "k"), ("c", long)]
    for (index, (id, position)) in positions.enumerated() {
      let shelf = Change(
        EntityKey(kind: "shelf", id: id), life: .create,
        set: ["name": .string(id), "position": .string(position)])
      harness.push([.make("op-\(id)", n: index + 1, base: index, shelf)], laptop)
      harness.commit()
    }
    let pulled = harness.pull(since: 0, laptop)
    let page = try #require(pulled)
    let stored = page.rows.map { (id: $0.entity.id, key: $0.set["position"]?.string ?? "") }
    #expect(stored.sorted { $0.key < $1.key }.map(\.id) == ["a", "b", "c", "d"])
    #expect(stored.allSatisfy { $0.key.utf8.count <= 12 })
    // One commit brought the long key and took it away again.
    #expect(harness.changes(laptop).allSatisfy { !"\($0.rows)".contains(long) })
    #expect(try harness.store.findings() == [])
  }

  @Test func `so do the books on a shelf, and only those`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    var operations: [Operation] = []
    for index in 0..<150 {
      let position = index == 149 ? long : "V" + String(1_000 + index)
      operations.append(
        .make(
          "op-\(index)", n: index + 1,
          Change(
            EntityKey(kind: "book", id: "book-\(index)"), life: .create, set: ["title": "Emma"],
            add: [
              "shelves": [
                "attic": ["position": .string(position)], "cellar": ["position": "V"],
              ]
            ])))
    }
    harness.push(operations, laptop)
    harness.commit()
    let pulled = harness.pull(since: 0, laptop)
    let rows = try #require(pulled).rows
    #expect(rows.count == 150)
    let keys = rows.map { row in
      (row.entity.id, row.add["shelves"]?["attic"]?["position"]?.string ?? "")
    }
    #expect(keys.sorted { $0.1 < $1.1 }.first?.0 == "book-0")
    #expect(keys.sorted { $0.1 < $1.1 }.last?.0 == "book-149")
    #expect(keys.allSatisfy { $0.1.utf8.count <= 12 })
    // Nobody else had to move.
    #expect(keys.filter { !$0.1.hasPrefix("V1") }.map(\.0) == ["book-149"])
    #expect(rows.allSatisfy { $0.add["shelves"]?["cellar"]?["position"] == "V" })
    #expect(harness.acks(laptop).last?.head == 151)
    #expect(try harness.store.findings() == [])
  }

  @Test func `what one commit may not do the next ticks do, in order`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    // Keys without a gap, of 42 digits: none can be short before those beside it are.
    let stem = "V" + String(repeating: "0", count: 38)
    for part in 0..<40 {
      let changes = (part * 64..<(part + 1) * 64).map { number in
        let key =
          "\(stem)\(digits[1 + number / 3_844])\(digits[number / 62 % 62])\(digits[number % 62])1"
        return Change(
          EntityKey(kind: "book", id: "book-\(10_000 + number)"), life: .create,
          set: ["title": "Emma"], add: ["shelves": ["attic": ["position": .string(key)]]])
      }
      harness.push(
        [Operation(id: "op-\(part)", n: part + 1, base: 0, at: 9_000, changes: changes)], laptop)
    }
    harness.commit()
    func keys() throws -> [(id: String, key: String)] {
      try harness.store.read("books") { snapshot throws(StoreError) in
        try snapshot.places(in: .books(onShelf: "attic"))
      }.map { ($0.id, $0.position) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    }
    #expect(try keys().contains { $0.key.utf8.count > 40 })
    var rowCounts: [Int] = []
    for _ in 0..<9 {
      #expect(try keys().map(\.id) == (10_000..<12_560).map { "book-\($0)" })
      harness.received = [:]
      harness.happen(.tick)
      rowCounts += harness.changes(laptop).map(\.rows.count)
    }
    #expect(try keys().allSatisfy { $0.key.utf8.count <= 40 })
    #expect(rowCounts.count >= 1 && rowCounts.allSatisfy { $0 <= 1_024 })
    #expect(try harness.store.findings() == [])
  }

  /// Makes books, each in an operation of its own and at its place on a shelf.
  private func push(_ places: [(shelf: String, position: String)]) -> WaitingPush {
    let items = places.enumerated().map { number, place in
      ServerEdit.Item(
        id: "op-\(number)",
        changes: [
          Change(
            EntityKey(kind: "book", id: "book-\(number)"), life: .create, set: ["title": "Emma"],
            add: ["shelves": [place.shelf: ["position": .string(place.position)]]])
        ])
    }
    return WaitingPush(
      source: .edit(1), library: "books", device: "laptop", incarnation: "first",
      content: .edited(items, base: nil), byteCount: 0)
  }

  @Test func `orders beyond what one commit may read wait for the next`() throws {
    let harness = try Harness()
    let shelves = ["attic", "cellar", "hall"]
    let push = push((0..<6).map { (shelves[$0 % 3], "\(long)\($0)1") })
    let left = try harness.store.commit(to: "books") { snapshot throws(StoreError) in
      var commit = GroupCommit(on: snapshot, now: 10_000)
      try commit.prepare(for: [push])
      _ = try commit.apply(push, hasStrayed: false)
      var left: [Set<Rebalance.Order>] = []
      for _ in 0..<2 {
        try commit.rebalance(readsMax: 3)
        left.append(commit.unbalanced)
      }
      return (commit.batch, left)
    }
    #expect(left.0 == [[.books(onShelf: "hall")], []])
    #expect(try harness.store.findings() == [])
  }

  /// Each of them may hold 1 MB.
  @Test func `no more books are held at once than one operation moves`() throws {
    let harness = try Harness()
    let stem = "V" + String(repeating: "0", count: 38)
    let push = push((100..<300).map { ("attic", "\(stem)\($0)1") })
    let (counts, page) = try harness.store.commit(to: "books") { snapshot throws(StoreError) in
      let heavy = HeavySnapshot(snapshot)
      var commit = GroupCommit(on: heavy, now: 10_000)
      try commit.prepare(for: [push])
      _ = try commit.apply(push, hasStrayed: false)
      let before = heavy.writtenCounts.count
      try commit.rebalance()
      let counts = heavy.writtenCounts.dropFirst(before) + [commit.batch.states.count]
      return (commit.batch, counts)
    }
    #expect(counts.reduce(0, +) > 128)
    #expect(counts.allSatisfy { $0 <= 64 })
    #expect(page.to > 200)
    #expect(try harness.store.findings() == [])
  }
}
