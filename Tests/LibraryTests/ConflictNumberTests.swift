import Library
import Testing

/// Conflict records of operations whose ids begin alike.
struct ConflictNumberTests {
  @Test func `none takes another's place, and none is looked for long`() throws {
    var server = MergeServer()
    let common = String(repeating: "x", count: 60)
    _ = try server.push(Histories.creation.operation, device: "A", now: 1_000)
    var ids: Set<String> = []
    for number in 0..<200 {
      let change = Change(Histories.book, set: ["rating": .int(number % 10 * 10 + 10)])
      let operation = Operation(
        id: common + String(1_000 + number), n: 1, base: 1, at: 1_000, changes: [change])
      let before = server.library.statesAsked
      let applied = try server.push(operation, device: "D\(number)", now: 2_000)
      #expect(server.library.statesAsked - before < 30)
      let made = applied.states.map(\.entity).filter { $0.kind == "conflict" }
      for key in made { #expect(ids.insert(key.id).inserted) }
    }
    #expect(ids.count > 100)
  }
}
