import Hub
import Library
import Store
import TestSupport
import Testing
import Wire

/// Incremental pulls and live changes come to the same as a fresh snapshot (SYNC §4, 5).
@Suite struct PullTests {
  @Test func `a pull from beyond the head is no cursor of this library`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    harness.say(.pull(Pull(since: 1)), laptop)
    #expect(harness.closed == [laptop: .malformed])
  }

  @Test func `pages taken while others write end with exactly the library at the head`() throws {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let phone = harness.join(2, as: "phone", isLive: false)
    harness.push((1...100).map { .make("op-\($0)", n: $0, .book("b-\($0)")) }, laptop)
    harness.commit()
    var mirror = Mirror()
    for n in 101...120 {
      let answer = harness.pull(since: mirror.cursor, limit: 10, phone)
      let page = try #require(answer)
      #expect(page.from == mirror.cursor)
      #expect(page.hasMore == (page.to < page.head))
      mirror.apply(page)
      // A book that was served already changes, and one that was not.
      let edits = [
        Change.edit("b-1", "pages", .int(n)), .edit("b-\(n - 20)", "pages", .int(n)),
      ]
      harness.push([Operation(id: "op-\(n)", n: n, base: n - 1, at: 1, changes: edits)], laptop)
      harness.commit()
    }
    harness.catchUp(&mirror, limit: 10, phone)
    var fresh = Mirror()
    harness.catchUp(&fresh, limit: 1_000, phone)
    #expect(mirror == fresh)
    #expect(mirror.cursor == 120)
    #expect(mirror.entities.count == 100)
    #expect(mirror.entities[EntityKey(kind: "book", id: "b-50")]?.fields["title"] == "Emma")
  }

  @Test(arguments: 1...20)
  func `however it is pulled, a library comes out the same`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var harness = try Harness()
    let writers = (0..<3).map { harness.join($0 + 1, as: Harness.devices[$0], isLive: false) }
    let listener = harness.join(10, as: "tablet")
    var live = Mirror()
    var heard = 0
    var mirrors = Array(repeating: Mirror(), count: 4)
    var next = [1, 1, 1]
    for step in 1...120 {
      let writer = Int.random(in: 0..<3, using: &random)
      let head = try harness.store.library("books")?.head ?? 0
      let base = Int.random(in: max(0, head - 6)...head, using: &random)
      let operations = (0..<Int.random(in: 1...3, using: &random)).map { index in
        Operation(
          id: "s\(step)-\(index)", n: next[writer] + index, base: base,
          at: harness.now - Int.random(in: -500...500, using: &random),
          changes: .random(using: &random))
      }
      next[writer] += operations.count
      harness.push(operations, writers[writer])
      if Bool.random(using: &random) { harness.commit() }
      harness.now += Int.random(in: -20...100, using: &random)
      for index in mirrors.indices where Int.random(in: 0..<6, using: &random) == 0 {
        let limit = Int.random(in: 1...12, using: &random)
        if let page = harness.pull(since: mirrors[index].cursor, limit: limit, writers[0]) {
          mirrors[index].apply(page)
        }
      }
      for changes in harness.changes(listener).dropFirst(heard) {
        let isGapless = live.apply(changes)
        #expect(isGapless, "seed \(seed): a gap before \(changes.to)")
        heard += 1
      }
    }
    harness.commit()
    for changes in harness.changes(listener).dropFirst(heard) { _ = live.apply(changes) }
    var fresh = Mirror()
    harness.catchUp(&fresh, limit: 1_000, writers[0])
    #expect(!fresh.entities.isEmpty)
    #expect(live == fresh, "seed \(seed): live")
    for index in mirrors.indices {
      harness.catchUp(&mirrors[index], limit: index + 1, writers[0])
      #expect(mirrors[index] == fresh, "seed \(seed): mirror \(index)")
    }
    #expect(try harness.store.findings() == [], "seed \(seed)")
  }
}

extension [Change] {
  /// A few changes of a few books, so that they meet.
  fileprivate static func random(using random: inout SeededRandom) -> [Change] {
    (0..<Int.random(in: 1...2, using: &random)).map { _ in
      let key = EntityKey(kind: "book", id: "b\(Int.random(in: 1...9, using: &random))")
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        return Change(
          key, life: .create, set: ["title": .string("T\(Int.random(in: 1...5, using: &random))")])
      case 3..<5: return Change(key, set: ["pages": .int(Int.random(in: 1...4, using: &random))])
      case 5..<7:
        return Change(key, add: ["tags": ["t\(Int.random(in: 1...4, using: &random))": nil]])
      case 7: return Change(key, del: ["tags": ["t\(Int.random(in: 1...4, using: &random))"]])
      case 8: return Change(key, life: .delete)
      default: return Change(key, life: .restore)
      }
    }
  }
}
