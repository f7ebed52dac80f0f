import Library
import Testing

/// One operation cannot keep the server comparing texts.
struct TextBudgetTests {
  @Test func `of many long texts in one operation the first are merged, and the rest are all kept`()
    throws
  {
    var server = MergeServer()
    let books = (0..<20).map { EntityKey(kind: "book", id: "b\($0)") }
    let text = (0..<10_000).map { "word\($0)" }.joined(separator: " ")
    func push(_ device: String, base: Int, _ change: (EntityKey) -> Change) throws -> Applied {
      try server.push(
        Operation(
          id: "op-\(device)-\(base)", n: base + 1, base: base, at: 1_000, changes: books.map(change)
        ),
        device: device, now: 2_000)
    }
    _ = try push("A", base: 0) {
      Change($0, life: .create, set: ["title": "Dune", "review": .string(text)])
    }
    _ = try push("B", base: 1) { Change($0, set: ["review": .string("Before. " + text)]) }
    let met = try push("C", base: 1) { Change($0, set: ["review": .string(text + " After.")]) }
    let conflicts = met.states.filter { $0.entity.kind == "conflict" }
    #expect((1..<books.count).contains(conflicts.count))
    for book in books {
      let review = server.states[book]?.registers["review"]?.value.string ?? ""
      let kept = conflicts.contains { $0.registers["entity"]?.value["id"]?.string == book.id }
      #expect(kept || (review.hasPrefix("Before.") && review.hasSuffix("After.")))
    }
  }
}
