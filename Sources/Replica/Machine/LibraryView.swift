public import Library
import Wire

/// What a person sees: confirmed entities with our own unconfirmed ops replayed on top (SYNC §3,
/// client view). Applying a batch costs as much as the batch touches.
public struct LibraryView: Sendable {
  /// Which entities a batch may have changed.
  public enum Touched: Hashable, Sendable {
    /// These.
    case keys([EntityKey])
    /// Any.
    case everything
  }

  private var confirmed: [EntityKey: EntityView] = [:]
  private var shown = Ordered<EntityKey, EntityView>()
  /// Ops shown over the confirmed entities, by id.
  private var overlay = Ordered<String, QueuedOperation>()
  /// The same by entity, in order.
  private var overlayByKey: [EntityKey: [QueuedOperation]] = [:]
  private var checkpoint: Checkpoint

  /// Shows what a storage held.
  public init(_ stored: Stored) {
    checkpoint = stored.checkpoint
    _ = apply(
      Batch(replacesAll: true, entities: stored.entities, operations: stored.operations))
  }

  /// The entity, living or deleted; nil when nobody made it.
  public subscript(key: EntityKey) -> EntityView? { shown[key] }

  /// All entities as they show, living and deleted.
  public var entities: [EntityView] { shown.values }

  /// The living entities of a kind, in no particular order.
  public func list(_ kind: String) -> [EntityView] {
    shown.lazyValues.filter { $0.entity.kind == kind && !$0.isDeleted }
  }

  /// The entity as the server confirmed it.
  public func confirmed(_ key: EntityKey) -> EntityView? { confirmed[key] }

  /// All entities as the server confirmed them.
  public var confirmedEntities: some Collection<EntityView> { confirmed.values }

  /// Brings the view up to date.
  /// - Returns: Which entities may show otherwise than before.
  public mutating func apply(_ batch: Batch) -> Touched {
    if let checkpoint = batch.checkpoint { self.checkpoint = checkpoint }
    if batch.replacesAll { confirmed = [:] }
    var keys = Ordered<EntityKey, EntityKey>()
    for entity in batch.entities {
      confirmed[entity.entity] = entity
      keys[entity.entity] = entity.entity
    }
    for id in batch.removedOperations { uncover(id, &keys) }
    for queued in batch.operations {
      uncover(queued.id, &keys)
      if isShown(queued) { cover(queued, &keys) }
    }
    if batch.checkpoint != nil {
      for queued in overlay.values where !isShown(queued) { uncover(queued.id, &keys) }
    }
    guard !batch.replacesAll else {
      shown = Ordered()
      for entity in batch.entities { shown[entity.entity] = entity }
      for key in overlayByKey.keys { refresh(key) }
      return .everything
    }
    for key in keys.lazyValues { refresh(key) }
    return .keys(keys.values)
  }

  /// An acked op shows until the confirmed entities have its effect.
  private func isShown(_ queued: QueuedOperation) -> Bool {
    switch queued.state {
    case .waiting: true
    case .refused: false
    case .acked(let seq, let epoch, _): epoch != checkpoint.epoch || seq > checkpoint.cursor
    }
  }

  private mutating func cover(
    _ queued: QueuedOperation, _ keys: inout Ordered<EntityKey, EntityKey>
  ) {
    overlay[queued.id] = queued
    for key in queued.keys {
      keys[key] = key
      var operations = overlayByKey[key] ?? []
      let place = operations.firstIndex { $0.order > queued.order } ?? operations.endIndex
      operations.insert(queued, at: place)
      overlayByKey[key] = operations
    }
  }

  private mutating func uncover(_ id: String, _ keys: inout Ordered<EntityKey, EntityKey>) {
    guard let queued = overlay[id] else { return }
    overlay[id] = nil
    for key in queued.keys {
      keys[key] = key
      let left = (overlayByKey[key] ?? []).filter { $0.id != id }
      overlayByKey[key] = left.isEmpty ? nil : left
    }
  }

  private mutating func refresh(_ key: EntityKey) {
    var entity = confirmed[key]
    for queued in overlayByKey[key] ?? [] {
      let device = checkpoint.device?.id ?? ""
      // Deleting what nobody knows shows nothing.
      guard entity != nil || queued.operation.doesMore(than: .delete, to: key) else { continue }
      var edited = entity ?? EntityView(key)
      edited.apply(queued.operation, by: device)
      entity = edited
    }
    shown[key] = entity
  }
}

extension Operation {
  fileprivate func doesMore(than life: Change.Life, to key: EntityKey) -> Bool {
    changes.contains { $0.entity == key && $0.life != life }
  }
}

extension QueuedOperation {
  /// The entities it touches, each once, in the order of its changes.
  fileprivate var keys: [EntityKey] {
    var seen: Set<EntityKey> = []
    return operation.changes.map(\.entity).filter { seen.insert($0).inserted }
  }
}
