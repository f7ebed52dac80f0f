public import Library
import OrderedCollections

/// What one transaction of the storage writes, whole or not at all. The same batch brings a view up
/// to date.
public struct Batch: Hashable, Sendable {
  /// The new checkpoint, if it changed.
  public var checkpoint: Checkpoint?
  /// Whether `entities` are all there are: every other one is to go.
  public var replacesAll = false
  /// Confirmed entities, as they are now.
  public var entities: [EntityView] = []
  /// Ops that are new or changed.
  public var operations: [QueuedOperation] = []
  /// The ids of ops that are to go.
  public var removedOperations: [String] = []

  /// Makes a batch; what is left out changes nothing.
  public init(
    checkpoint: Checkpoint? = nil, replacesAll: Bool = false, entities: [EntityView] = [],
    operations: [QueuedOperation] = [], removedOperations: [String] = []
  ) {
    self.checkpoint = checkpoint
    self.replacesAll = replacesAll
    self.entities = entities
    self.operations = operations
    self.removedOperations = removedOperations
  }

  /// Whether it changes nothing.
  public var isEmpty: Bool { self == Batch() }
}

/// What a storage holds, to begin with.
public struct Stored: Hashable, Sendable {
  /// How far the replica had come.
  public var checkpoint: Checkpoint
  /// The confirmed entities, in any order.
  public var entities: [EntityView]
  /// Our own ops, in the order of their making.
  public var operations: [QueuedOperation]

  /// Makes what a storage holds.
  public init(checkpoint: Checkpoint, entities: [EntityView], operations: [QueuedOperation]) {
    self.checkpoint = checkpoint
    self.entities = entities
    self.operations = operations
  }

  /// Does what a storage does with `batch`; the storages of tests and small programs are this.
  public mutating func apply(_ batch: Batch) {
    if let checkpoint = batch.checkpoint { self.checkpoint = checkpoint }
    if batch.replacesAll { entities = [] }
    if !batch.entities.isEmpty {
      var byKey = Dictionary(entities.map { ($0.entity, $0) }) { _, last in last }
      for entity in batch.entities { byKey[entity.entity] = entity }
      entities = Array(byKey.values)
    }
    let gone = Set(batch.removedOperations).union(batch.operations.map(\.id))
    operations = (operations.filter { !gone.contains($0.id) } + batch.operations)
      .sorted { $0.order < $1.order }
  }
}

/// Batches on their way to the storage, later ones laid over earlier ones.
struct Unsaved {
  private var checkpoint: Checkpoint?
  private var replacesAll = false
  /// Those of the first batch, as they came in it: mostly there is no other.
  private var first: [EntityView] = []
  /// Those of all later ones.
  private var later: OrderedDictionary<EntityKey, EntityView> = [:]
  private var operations = Ordered<String, QueuedOperation>()
  private var removedOperations = Ordered<String, String>()
  private(set) var isEmpty = true

  mutating func add(_ batch: Batch) {
    isEmpty = false
    if batch.replacesAll {
      replacesAll = true
      first = []
      later = [:]
    }
    if let checkpoint = batch.checkpoint { self.checkpoint = checkpoint }
    if first.isEmpty, later.isEmpty {
      first = batch.entities
    } else {
      for entity in batch.entities { later[entity.entity] = entity }
    }
    for queued in batch.operations {
      operations[queued.id] = queued
      removedOperations[queued.id] = nil
    }
    for id in batch.removedOperations {
      operations[id] = nil
      removedOperations[id] = id
    }
  }

  /// Lays what is there over `batch`, which did not reach the storage.
  mutating func addBelow(_ batch: Batch) {
    let above = take()
    add(batch)
    if !above.isEmpty { add(above) }
  }

  /// Whether the op is yet to be written.
  func has(operation id: String) -> Bool { operations[id] != nil }

  private var entities: [EntityView] {
    guard !later.isEmpty else { return first }
    var all = OrderedDictionary(uniqueKeysWithValues: first.map { ($0.entity, $0) })
    for (key, entity) in later { all[key] = entity }
    return all.values.elements
  }

  /// Everything as one batch; nothing is left.
  mutating func take() -> Batch {
    let batch = Batch(
      checkpoint: checkpoint, replacesAll: replacesAll, entities: entities,
      operations: operations.values, removedOperations: removedOperations.values)
    self = Unsaved()
    return batch
  }
}
