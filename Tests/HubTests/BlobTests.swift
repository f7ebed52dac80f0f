import Hub
import Library
import Store
import Testing
import Wire

/// Pictures stay for as long as a book names them, and as long again as Trash keeps books.
@Suite struct BlobTests {
  private func pictures(_ harness: Harness, _ count: Int) throws -> Int {
    try (1...count).count { number in
      try harness.store.blob("picture-\(number)", of: "books") != nil
    }
  }

  @Test func `a picture that no book names goes after ninety days, however many there are`() throws
  {
    var harness = try Harness()
    let count = Hub.Limits.blobsLetGoPerTickMax + 6
    for number in 1...count {
      #expect(try harness.hub.keep([7], as: "picture-\(number)", of: "books") == .added)
    }
    let laptop = harness.join(1, as: "laptop")
    let book = EntityKey(kind: "book", id: "emma")
    harness.push(
      [
        .make(
          "make", n: 1, Change(book, life: .create, set: ["title": "Emma", "cover": "picture-1"]))
      ], laptop)
    harness.commit()
    harness.happen(.tick)
    // What is left of a step the next tick does.
    harness.happen(.tick)
    harness.pass(days: 89)
    #expect(try pictures(harness, count) == count)
    harness.now += 86_400_000
    harness.happen(.tick)
    #expect(try pictures(harness, count) == count - Hub.Limits.blobsLetGoPerTickMax)
    harness.happen(.tick)
    #expect(try pictures(harness, count) == 1)
    #expect(try harness.store.blob("picture-1", of: "books") == [7])
    #expect(try harness.store.findings() == [])
  }

  @Test func `both covers of a conflict stay until somebody has chosen, and as long again`() throws
  {
    var harness = try Harness()
    for number in 1...2 {
      _ = try harness.hub.keep([7], as: "picture-\(number)", of: "books")
    }
    let (laptop, phone) = (harness.join(1, as: "laptop"), harness.join(2, as: "phone"))
    let book = EntityKey(kind: "book", id: "emma")
    harness.push(
      [.make("make", n: 1, Change(book, life: .create, set: ["title": "Emma"]))], laptop)
    harness.commit()
    for (number, session) in [(1, laptop), (2, phone)] {
      let change = Change(book, set: ["cover": .string("picture-\(number)")])
      harness.push(
        [.make("cover-\(number)", n: session == laptop ? 2 : 1, base: 1, change)], session)
    }
    harness.commit()
    let conflict = try #require(harness.acks(phone).last?.results.last?.conflict)
    harness.happen(.tick)
    harness.pass(days: 400)
    #expect(try pictures(harness, 2) == 2)
    let key = EntityKey(kind: "conflict", id: conflict)
    harness.push([.make("settle", n: 3, base: 3, Change(key, life: .delete))], laptop)
    harness.commit()
    harness.pass(days: 89)
    #expect(try pictures(harness, 2) == 2)
    harness.pass(days: 2)
    #expect(try pictures(harness, 2) == 1)
    #expect(try harness.store.findings() == [])
  }
}
