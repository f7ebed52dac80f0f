import Library
import Testing

/// What holds of every history, shown on random ones; a failure names its seed.
struct MergePropertyTests {
  /// Later than every clock of a history, so that no stamp depends on when an operation arrives.
  private let now = 1_000_000

  @Test(arguments: 0..<300)
  func `concurrent operations give the same book in whatever order they arrive`(seed: Int) throws {
    var histories = Histories(seed: seed)
    let queues = histories.concurrent(devices: 4)
    let first = try book(after: histories.interleaved(queues))
    for _ in 0..<5 {
      let order = histories.interleaved(queues)
      let other = try book(after: order)
      #expect(
        other == first, "\(order.map { $0.operation.json.canonicalText }.joined(separator: "\n"))")
    }
  }

  @Test(arguments: 0..<300)
  func `no authored value is lost: it is in place or in a conflict record`(seed: Int) throws {
    var histories = Histories(seed: seed)
    let queues = histories.concurrent(devices: 4)
    let server = try server(after: histories.interleaved(queues))
    let book = try #require(server.states[Histories.book])
    let lost = server.states.values.compactMap { state -> JSONValue? in
      guard state.entity.kind == "conflict" else { return nil }
      return [
        "field": state.registers["field"]?.value ?? nil,
        "element": state.registers["element"]?.value ?? nil,
        "value": state.registers["lost"]?.value["value"] ?? nil,
      ]
    }
    for queue in queues {
      for (field, value) in lastRegisters(of: queue) {
        let isKept = book.registers[field]?.value == value
        let record: JSONValue = ["field": .string(field), "element": nil, "value": value]
        #expect(isKept || lost.contains(record), "seed \(seed): \(field) \(value)")
      }
      for (shelf, value) in lastShelves(of: queue) {
        let isKept = book.sets["shelves"]?[shelf]?.shown?.value == value
        let record: JSONValue = ["field": "shelves", "element": .string(shelf), "value": value]
        #expect(isKept || lost.contains(record), "seed \(seed): shelf \(shelf) \(value)")
      }
    }
  }

  @Test(arguments: 0..<100)
  func `merging an operation again changes no book`(seed: Int) throws {
    var histories = Histories(seed: seed)
    var server = try server(after: [])
    for push in histories.interleaved(histories.concurrent(devices: 3)) {
      _ = try server.push(push.operation, device: push.device, now: now)
      let before = server.views["book/b1"]?.expectation
      _ = try? server.push(push.operation, device: push.device, now: now)
      #expect(server.views["book/b1"]?.expectation == before, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<100)
  func `pulling now and then shows what pulling at the end shows`(seed: Int) throws {
    var histories = Histories(seed: seed)
    var server = try server(after: [])
    var views: [String: EntityView] = [:]
    var cursor = 0
    for push in histories.interleaved(histories.concurrent(devices: 4)) {
      _ = try server.push(push.operation, device: push.device, now: now)
      guard Bool.random(using: &histories.random) else { continue }
      pull(into: &views, &cursor, from: server)
    }
    pull(into: &views, &cursor, from: server)
    #expect(views.mapValues(\.expectation) == server.views.mapValues(\.expectation))
  }

  @Test(arguments: 0..<100)
  func `a wrong clock decides no more than who wins`(seed: Int) throws {
    var histories = Histories(seed: seed)
    var server = try server(after: [])
    for push in histories.interleaved(histories.concurrent(devices: 3)) {
      var operation = push.operation
      operation.at = Int.random(
        in: -JSONValue.integerMax...JSONValue.integerMax, using: &histories.random)
      let applied = try server.push(operation, device: push.device, now: now)
      for state in applied.states {
        #expect(state.last.stamp <= now + server.head, "seed \(seed)")
      }
    }
  }

  // MARK: Running histories

  private func server(after pushes: [Push]) throws -> MergeServer {
    var server = MergeServer()
    _ = try server.push(Histories.creation.operation, device: "A", now: 1000)
    for push in pushes {
      _ = try server.push(push.operation, device: push.device, now: now)
    }
    return server
  }

  /// The book without the mark of its revival, which tells of the first pair that met.
  private func book(after pushes: [Push]) throws -> JSONValue {
    let view = try #require(try server(after: pushes).views["book/b1"])
    var fields = view.fields
    fields["revived"] = nil
    return ["deleted": .bool(view.isDeleted), "fields": .object(fields)]
  }

  private func pull(
    into views: inout [String: EntityView], _ cursor: inout Int, from server: MergeServer
  ) {
    for row in server.rows(since: cursor) {
      views[row.entity.kind + "/" + row.entity.id, default: EntityView(row.entity)].apply(row)
    }
    cursor = server.head
  }

  // MARK: What a device wrote last

  private func lastRegisters(of queue: [Push]) -> JSONObject {
    queue.flatMap(\.operation.changes).reduce(into: [:]) { last, change in
      last.merge(change.set) { _, new in new }
    }
  }

  private func lastShelves(of queue: [Push]) -> JSONObject {
    queue.flatMap(\.operation.changes).reduce(into: [:]) { last, change in
      for shelf in change.del["shelves"] ?? [] { last[shelf] = nil }
      last.merge(change.add["shelves"] ?? [:]) { _, new in new }
    }
  }
}
