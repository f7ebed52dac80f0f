import Library
import Replica
import Testing
import Wire

/// What is stored comes back as it was.
struct StoredTests {
  private let key = EntityKey(kind: "book", id: "b1")

  private func queued(_ id: String, order: Int, _ state: QueuedOperation.State = .waiting)
    -> QueuedOperation
  {
    QueuedOperation(
      Operation(
        id: id, n: order, base: 0, at: 1,
        changes: [Change(key, set: ["title": .string(id)])]),
      incarnation: "i", order: order, state: state)
  }

  @Test func `a checkpoint comes back from its stored form`() throws {
    var checkpoint = Checkpoint(incarnation: "i")
    #expect(try Checkpoint(json: checkpoint.json) == checkpoint)
    checkpoint.sent = Hello.Sent(n: 3, op: "o")
    checkpoint.epoch = "e"
    checkpoint.cursor = 9
    checkpoint.isComplete = true
    checkpoint.clockOffsetMilliseconds = -5
    checkpoint.device = Welcome.Device(id: "d", name: "Laptop")
    checkpoint.devices = [Welcome.Device(id: "d", name: "Laptop")]
    #expect(try Checkpoint(json: checkpoint.json) == checkpoint)
    #expect(throws: Problem.self) { try Checkpoint(json: ["incarnation": "i"]) }
  }

  @Test(arguments: [
    QueuedOperation.State.waiting, .acked(seq: 4, epoch: "e", at: 5),
    .refused(Problem(.invalid, "No.", field: "title")),
  ])
  func `an op of ours comes back from its stored form`(state: QueuedOperation.State) throws {
    let operation = queued("o", order: 1, state)
    #expect(try QueuedOperation(json: operation.json) == operation)
    #expect(throws: Problem.self) { try QueuedOperation(json: ["order": 1]) }
  }

  @Test func `an entity comes back from its stored form`() throws {
    var entity = EntityView(key)
    entity.apply(
      Row(
        key, seq: 2, at: 3, by: "d", set: ["title": "Dune"], add: ["tags": ["sand": nil]],
        deleted: true))
    #expect(try EntityView(json: entity.json) == entity)
    #expect(throws: Problem.self) { try EntityView(json: ["kind": "book"]) }
  }

  @Test func `a storage does with a batch what its parts say`() {
    var stored = Stored(checkpoint: Checkpoint(incarnation: "i"), entities: [], operations: [])
    stored.apply(Batch(entities: [EntityView(key)], operations: [queued("b", order: 2)]))
    stored.apply(Batch(operations: [queued("a", order: 1), queued("b", order: 2, .refused(.no))]))
    #expect(stored.operations.map(\.id) == ["a", "b"])
    #expect(stored.operations.last?.state == .refused(.no))
    let other = EntityView(EntityKey(kind: "book", id: "b2"))
    stored.apply(Batch(replacesAll: true, entities: [other], removedOperations: ["a"]))
    #expect(stored.entities == [other])
    #expect(stored.operations.map(\.id) == ["b"])
  }

  @Test func `a view of many entities changes only what a batch touches`() {
    var entities: [EntityView] = []
    for index in 0..<2_000 {
      var entity = EntityView(EntityKey(kind: "book", id: "b\(index)"))
      entity.apply(Row(entity.entity, seq: index + 1, at: 1, by: "d", set: ["title": "T"]))
      entities.append(entity)
    }
    var checkpoint = Checkpoint(incarnation: "i")
    checkpoint.cursor = 2_000
    var view = LibraryView(Stored(checkpoint: checkpoint, entities: entities, operations: []))
    #expect(view.list("book").count == 2_000)
    #expect(view.apply(Batch(operations: [queued("o", order: 1)])) == .keys([key]))
    #expect(view[key]?.fields == ["title": "o"])
    #expect(view.apply(Batch(removedOperations: ["o"])) == .keys([key]))
    #expect(view[key]?.fields == ["title": "T"])
  }
}

extension Problem {
  fileprivate static let no = Problem(.invalid, "No.")
}
