import Library
import Testing

/// All that an entity holds goes in one message, so it holds so much and no more.
struct RoomTests {
  private let book = Histories.book

  /// Pushes `changes`, one an operation, until one is refused; how many were taken, and why not more.
  private func fill(_ changes: some Sequence<Change>) throws -> (count: Int, problem: Problem?) {
    var server = MergeServer()
    _ = try server.push(Histories.creation.operation, device: "A", now: 1_000)
    for (index, change) in changes.enumerated() {
      do {
        _ = try server.push(
          Operation(id: "op-\(index)", n: index + 2, base: index + 1, at: 1_000, changes: [change]),
          device: "A", now: 1_000)
      } catch {
        // What it has goes on changing.
        _ = try server.push(
          Operation(
            id: "less", n: index + 2, base: index + 1, at: 1_000,
            changes: [Change(book, del: ["tags": ["sand"]])]), device: "A", now: 1_000)
        return (index, error)
      }
    }
    return (changes.underestimatedCount, nil)
  }

  @Test func `large values fill an entity`() throws {
    let text = JSONValue.string(String(repeating: "x", count: 200_000))
    let (count, problem) = try fill(
      (0..<100).lazy.map { Change(book, set: ["custom.\($0)": text]) })
    #expect((10..<30).contains(count))
    #expect(problem?.message.contains("at most 4 MB") == true)
  }

  @Test func `small ones fill it as well, and so do sets`() throws {
    let text = JSONValue.string(String(repeating: "x", count: 60_000))
    let (count, problem) = try fill(
      (0..<1_000).lazy.map { Change(book, add: ["unknown\($0 % 7)": ["e\($0)": text]]) })
    // Until then nobody adds up.
    #expect((240..<270).contains(count))
    #expect(problem?.code == .invalid)
  }

  @Test func `fields are counted, whether they hold one value or many`() throws {
    let (count, problem) = try fill(
      (0..<2_000).lazy.map { Change(book, add: ["unknown\($0)": ["e": .null]]) })
    #expect((900..<1_024).contains(count))
    #expect(problem?.message.contains("at most 1024 fields") == true)
  }
}
