import Hub
import Library
import Store
import Testing

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
}
