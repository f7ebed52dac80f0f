import Hub
import Library
import Testing
import Wire

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
    #expect(rows.allSatisfy { $0.add["shelves"]?["cellar"]?["position"] == "V" })
    #expect(harness.acks(laptop).last?.head == 153)
    #expect(try harness.store.findings() == [])
  }
}
