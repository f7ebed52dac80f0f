import Library
import Testing

/// What holds of texts that several people change at once, shown on random ones.
struct TextMergingTests {
  private let now = 1_000_000

  @Test(arguments: 0..<300)
  func `every word somebody put in last is in the text or in a conflict record`(seed: Int) throws {
    var histories = TextHistories(seed: seed)
    let queues = histories.concurrent(devices: Int.random(in: 2...4, using: &histories.random))
    var orders = Histories(seed: seed)
    for _ in 0..<4 {
      let run = try run(orders.interleaved(queues))
      let kept = [run.note] + run.records
      for queue in queues {
        let last = queue.last?.operation.changes[0].set["note"]?.string ?? ""
        for word in Self.words(last) where !TextHistories.words.contains(word) {
          let isKept = kept.contains { Self.words($0).contains(word) }
          #expect(isKept, "seed \(seed): \(word) of “\(last)” is not in \(kept)")
        }
      }
    }
  }

  @Test(arguments: 0..<300)
  func `texts that do not overlap come to the same words in whatever order they arrive`(
    seed: Int
  ) throws {
    var histories = TextHistories(seed: seed)
    let queues = histories.concurrent(devices: 3)
    var orders = Histories(seed: seed)
    // Where three put something at one place, the words may stand in another order.
    var notes: Set<[String]> = []
    for _ in 0..<6 {
      let run = try run(orders.interleaved(queues))
      if run.records.isEmpty { notes.insert(Self.words(run.note).sorted()) }
    }
    #expect(notes.count <= 1, "seed \(seed): \(notes)")
  }

  @Test(arguments: 0..<100)
  func `everything that was written is in the history as it was written`(seed: Int) throws {
    var histories = TextHistories(seed: seed)
    let queues = histories.concurrent(devices: 3)
    var orders = Histories(seed: seed)
    let run = try run(orders.interleaved(queues))
    for push in queues.joined() {
      let text = push.operation.changes[0].set["note"]
      let isKept = run.history.contains { entry in
        entry.version.device == push.device && entry.version.n == push.operation.n
          && (entry.written ?? entry.to) == text
      }
      #expect(isKept, "seed \(seed): \(push.operation.id)")
    }
  }

  private func run(
    _ pushes: [Push]
  ) throws -> (note: String, records: [String], history: [HistoryEntry]) {
    var server = MergeServer()
    let creation = TextHistories.creation
    _ = try server.push(creation.operation, device: creation.device, now: 1000)
    for push in pushes { _ = try server.push(push.operation, device: push.device, now: now) }
    let records = server.states.values.filter { $0.entity.kind == "conflict" }
      .compactMap { $0.registers["lost"]?.value["value"]?.string }
    let note = server.states[Histories.book]?.registers["note"]?.value.string ?? ""
    return (note, records, server.library.entries)
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
