import Library

/// Our own ops that show over the confirmed entities, by id and by entity.
struct Overlay: Sendable {
  /// How a view has to look at an entity again.
  enum Change {
    /// Ops stand as they stood; only what the server said of them is another thing.
    case none
    /// One more op lies on top of all others.
    case onTop
    /// Anything may be different.
    case anything
  }

  private var operations: [String: QueuedOperation] = [:]
  /// Those the server has acked, which leave once the confirmed entities have their effect.
  private var acked = Ordered<String, QueuedOperation>()
  private var byKey: [EntityKey: [QueuedOperation]] = [:]

  /// The entities that have ops over them.
  var keys: some Sequence<EntityKey> { byKey.keys }

  /// Those the server has acked, in the order of its acks.
  var ackedOperations: [QueuedOperation] { acked.values }

  /// The ops over an entity, in order.
  subscript(key: EntityKey) -> [QueuedOperation] { byKey[key] ?? [] }

  /// Lays an op over its entities.
  /// - Returns: How each of them is to be looked at again.
  mutating func cover(_ queued: QueuedOperation) -> [(key: EntityKey, change: Change)] {
    let former = operations.updateValue(queued, forKey: queued.id)
    acked[queued.id] = nil
    if queued.isAcked { acked[queued.id] = queued }
    guard let former else { return queued.keys.map { ($0, insert(queued, over: $0)) } }
    guard former.shows(asIn: queued) else {
      remove(former)
      operations[queued.id] = queued
      let keys = former.keys + queued.keys.filter { !former.keys.contains($0) }
      for key in queued.keys { _ = insert(queued, over: key) }
      return keys.map { ($0, .anything) }
    }
    return queued.keys.map { key in
      if let place = byKey[key]?.firstIndex(where: { $0.id == queued.id }) {
        byKey[key]?[place] = queued
      }
      return (key, .none)
    }
  }

  /// Takes an op away.
  /// - Returns: Its entities.
  mutating func uncover(_ id: String) -> [EntityKey] {
    guard let queued = operations.removeValue(forKey: id) else { return [] }
    acked[id] = nil
    remove(queued)
    return queued.keys
  }

  private mutating func insert(_ queued: QueuedOperation, over key: EntityKey) -> Change {
    let below = byKey[key]?.lastIndex { $0.order <= queued.order }
    let place = below.map { $0 + 1 } ?? 0
    byKey[key, default: []].insert(queued, at: place)
    return byKey[key]?.count == place + 1 ? .onTop : .anything
  }

  private mutating func remove(_ queued: QueuedOperation) {
    for key in queued.keys {
      if let place = byKey[key]?.firstIndex(where: { $0.id == queued.id }) {
        byKey[key]?.remove(at: place)
      }
      if byKey[key]?.isEmpty == true { byKey[key] = nil }
    }
  }
}

extension QueuedOperation {
  /// Whether the server has it.
  var isAcked: Bool {
    guard case .acked = state else { return false }
    return true
  }

  /// The entities it touches, each once, in the order of its changes.
  var keys: [EntityKey] {
    var seen: Set<EntityKey> = []
    return operation.changes.map(\.entity).filter { seen.insert($0).inserted }
  }

  /// Whether it shows over an entity as `other` does, in the same place.
  fileprivate func shows(asIn other: QueuedOperation) -> Bool {
    order == other.order && operation.base == other.operation.base
      && operation.epoch == other.operation.epoch
      && operation.at == other.operation.at && operation.changes == other.operation.changes
      && was == other.was
  }

  /// The same with what it does to any of `aliases` done to `key`, for which they stand.
  func addressed(to key: EntityKey, insteadOf aliases: Set<EntityKey>) -> QueuedOperation {
    var moved = self
    moved.operation.changes = operation.changes.map { change in
      guard aliases.contains(change.entity) else { return change }
      var change = change
      change.entity = key
      return change
    }
    for alias in aliases {
      guard let texts = moved.was.removeValue(forKey: alias) else { continue }
      moved.was[key, default: [:]].merge(texts) { own, _ in own }
    }
    return moved
  }
}
