import Foundation
import Library
import Replica
import Testing

/// A kind of storage. The contract tests run against each: a new one is added here and inherits them.
enum StorageKind: String, CaseIterable {
  case memory
  case sqlite

  /// Gives a function that opens the same, at first empty, storage again and again, as program after
  /// program would.
  func place(in folder: TemporaryFolder) -> () throws -> any LocalStorage {
    switch self {
    case .memory:
      let storage = MemoryStorage()
      return { storage }
    case .sqlite:
      let path = folder.path("replica.sqlite")
      return { try SQLiteStorage(path: path) }
    }
  }
}

/// A folder of its own for one test: a suite holds it, so it goes when the test is over.
final class TemporaryFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("dogear-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// What every storage must do: the same as Tests/Web/support/store-contract.mjs asks in a browser.
struct StorageContractTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StorageKind.allCases)
  func `an empty storage holds nothing`(kind: StorageKind) throws {
    #expect(try kind.place(in: folder)().load() == Kept())
  }

  @Test(arguments: StorageKind.allCases)
  func `a batch is there after opening again`(kind: StorageKind) throws {
    let open = kind.place(in: folder)
    let storage = try open()
    try storage.write(
      Batch(
        checkpoint: .sample(3), entities: [.sample("b1")], operations: [.sample("o1", 1)]))
    storage.close()
    let kept = try open().load()
    #expect(kept.stored?.checkpoint == .sample(3))
    #expect(kept.stored?.entities == [.sample("b1")])
    #expect(kept.stored?.operations == [.sample("o1", 1)])
  }

  @Test(arguments: StorageKind.allCases)
  func `later batches change what earlier ones wrote`(kind: StorageKind) throws {
    let open = kind.place(in: folder)
    let storage = try open()
    try storage.write(
      Batch(
        checkpoint: .sample(1), entities: [.sample("b1"), .sample("b2")],
        operations: [.sample("o1", 1), .sample("o2", 2)]))
    let refused = QueuedOperation.sample("o2", 2, .refused(Problem(.invalid, "No.")))
    try storage.write(
      Batch(
        entities: [.sample("b2", seq: 9)], operations: [refused],
        removedOperations: ["o1", "unknown"]))
    storage.close()
    let stored = try #require(try open().load().stored)
    #expect(stored.checkpoint == .sample(1))
    #expect(stored.byID == [.sample("b1"), .sample("b2", seq: 9)])
    #expect(stored.operations == [refused])
  }

  @Test(arguments: StorageKind.allCases)
  func `ops come back in the order of their making`(kind: StorageKind) throws {
    let open = kind.place(in: folder)
    let storage = try open()
    try storage.write(Batch(checkpoint: .sample(0), operations: [.sample("late", 9)]))
    try storage.write(Batch(operations: [.sample("early", 2), .sample("middle", 5)]))
    storage.close()
    let stored = try #require(try open().load().stored)
    #expect(stored.operations.map(\.id) == ["early", "middle", "late"])
  }

  @Test(arguments: StorageKind.allCases)
  func `replacing leaves no entity but the new ones, and every op`(kind: StorageKind) throws {
    let open = kind.place(in: folder)
    let storage = try open()
    try storage.write(
      Batch(
        checkpoint: .sample(1), entities: [.sample("old"), .sample("both")],
        operations: [.sample("o1", 1)]))
    try storage.write(
      Batch(
        checkpoint: .sample(2), replacesAll: true,
        entities: [.sample("both", seq: 5), .sample("new")]))
    storage.close()
    let stored = try #require(try open().load().stored)
    #expect(stored.byID == [.sample("both", seq: 5), .sample("new")])
    #expect(stored.operations == [.sample("o1", 1)])
  }

  @Test(arguments: StorageKind.allCases)
  func `many entities and ops survive`(kind: StorageKind) throws {
    let entities = (10_000..<12_000).map { EntityView.sample("b\($0)") }
    let operations = (1...500).map { QueuedOperation.sample("o\($0)", $0) }
    let open = kind.place(in: folder)
    let storage = try open()
    try storage.write(
      Batch(
        checkpoint: .sample(2_000), entities: Array(entities[..<1_500]), operations: operations))
    try storage.write(
      Batch(
        entities: Array(entities[1_400...]), removedOperations: operations[..<250].map(\.id)))
    storage.close()
    let stored = try #require(try open().load().stored)
    #expect(stored.byID == entities)
    #expect(stored.operations == Array(operations[250...]))
  }

  @Test(arguments: StorageKind.allCases)
  func `the device's secret is kept beside everything else`(kind: StorageKind) throws {
    let open = kind.place(in: folder)
    let storage = try open()
    try storage.keep(token: "first")
    try storage.keep(token: "second")
    storage.close()
    let kept = try open().load()
    #expect(kept == Kept(token: "second"))
  }
}

extension Stored {
  fileprivate var byID: [EntityView] { entities.sorted { $0.entity.id < $1.entity.id } }
}

extension Checkpoint {
  /// A checkpoint at `cursor`.
  static func sample(_ cursor: Int) -> Checkpoint {
    var checkpoint = Checkpoint(incarnation: "i")
    checkpoint.cursor = cursor
    return checkpoint
  }
}

extension EntityView {
  /// A book with a title that needs escapes.
  static func sample(_ id: String, seq: Int = 1) -> EntityView {
    var entity = EntityView(EntityKey(kind: "book", id: id))
    entity.apply(
      Row(
        entity.entity, seq: seq, at: 1, by: "d", set: ["title": .string("“\(id)” \n\u{0} 📚")],
        add: ["tags": ["sand": nil]], deleted: false))
    return entity
  }
}

extension QueuedOperation {
  /// An edit of a title.
  static func sample(_ id: String, _ order: Int, _ state: State = .waiting) -> QueuedOperation {
    let change = Change(EntityKey(kind: "book", id: "b"), set: ["title": .string(id)])
    return QueuedOperation(
      Operation(id: id, n: order, base: 0, at: 1, changes: [change]), incarnation: "i",
      order: order, state: state)
  }
}
