public import Library
import OrderedCollections
import Wire

/// What a person sees: confirmed entities with our own unconfirmed ops replayed on top (SYNC §3,
/// client view). Applying a batch costs as much as the batch touches, and one more edit of an
/// entity as much as that edit, however many wait.
///
/// An entity that stands for another (SYNC §2, the same book created twice) is found by its id, but
/// stands in no list; what we do to it shows on the one it stands for.
public struct LibraryView: Sendable {
  /// Which entities a batch may have changed.
  public enum Touched: Hashable, Sendable {
    /// These.
    case keys([EntityKey])
    /// Any.
    case everything
  }

  private var confirmed: OrderedDictionary<EntityKey, EntityView> = [:]
  /// Those with ops over them, as they show.
  private var edited = Ordered<EntityKey, EntityView>()
  private var overlay = Overlay()
  private var aliases = Aliases()
  private var checkpoint: Checkpoint

  /// Shows what a storage held.
  public init(_ stored: Stored) {
    checkpoint = stored.checkpoint
    _ = apply(
      Batch(replacesAll: true, entities: stored.entities, operations: stored.operations))
  }

  /// The entity, living or deleted, or an alias; nil when nobody made it.
  public subscript(key: EntityKey) -> EntityView? { edited[key] ?? confirmed[key] }

  /// The entity that `key` names, through whatever aliases; nil when nobody made it.
  public func resolve(_ key: EntityKey) -> EntityView? { self[aliases.target(of: key)] }

  /// All entities as they show, living, deleted and aliases.
  public var entities: [EntityView] { entities { _ in true } }

  /// The living entities of a kind, in no particular order.
  public func list(_ kind: String) -> [EntityView] {
    entities { $0.entity.kind == kind && !$0.isDeleted && $0.alias == nil }
  }

  /// The deleted entities of all kinds that can be restored.
  public var trash: [EntityView] {
    entities { $0.isDeleted && $0.alias == nil && !$0.isPurged }
  }

  private func entities(where isIncluded: (EntityView) -> Bool) -> [EntityView] {
    var found: [EntityView] = []
    for entity in confirmed.values {
      let shown = edited[entity.entity] ?? entity
      if isIncluded(shown) { found.append(shown) }
    }
    for entity in edited.lazyValues where confirmed[entity.entity] == nil && isIncluded(entity) {
      found.append(entity)
    }
    return found
  }

  /// The entity as the server confirmed it.
  public func confirmed(_ key: EntityKey) -> EntityView? { confirmed[key] }

  /// The texts that `changes` would write over, as they show now: null where there is none yet.
  /// An entity that nobody made has none at all.
  public func texts(under changes: [Change]) -> [EntityKey: JSONObject] {
    var texts: [EntityKey: JSONObject] = [:]
    for change in changes {
      guard let entity = resolve(change.entity) else { continue }
      for field in change.set.keys
      where Schema.field(field, of: change.entity.kind)?.mergeClass == .text {
        texts[change.entity, default: [:]][field] = entity.fields[field] ?? .null
      }
    }
    return texts
  }

  /// Our op whose values show where `changes` write, and not yet what the server made of them: what is
  /// confirmed, and may be newer, lies hidden under it, so who goes on from it has seen no more than its
  /// author had. So does all of an entity that shows only because of an op: what is done to it goes
  /// where the server puts that op, be it into a life before a restore, or into a twin that shows beside
  /// it. Of several, the first.
  func covering(_ changes: [Change]) -> Operation? {
    var first: QueuedOperation?
    for change in changes {
      let key = aliases.target(of: change.entity)
      let operations = operations(over: key)
      if confirmed[key] == nil, let maker = operations.first, maker.order < first?.order ?? .max {
        first = maker
      }
      for field in change.set.keys {
        guard let covering = operations.last(where: { $0.value(of: field, in: key) != nil }),
          covering.order < first?.order ?? .max
        else { continue }
        // A text that shows otherwise than it was written has taken in what is confirmed.
        let value = covering.value(of: field, in: key)
        if value?.string != nil, resolve(change.entity)?.fields[field] != value { continue }
        first = covering
      }
    }
    return first?.operation
  }

  /// Brings the view up to date.
  /// - Returns: Which entities may show otherwise than before.
  public mutating func apply(_ batch: Batch) -> Touched {
    if batch.replacesAll { forgetConfirmed() }
    if let checkpoint = batch.checkpoint { self.checkpoint = checkpoint }
    var work = Work()
    for entity in batch.entities {
      confirmed[entity.entity] = entity
      confirm(entity.entity, standsFor: entity.alias, &work)
    }
    for id in batch.removedOperations { uncover(id, &work) }
    for queued in batch.operations {
      if isShown(queued) { cover(queued, &work) } else { uncover(queued.id, &work) }
    }
    return finish(work, replacedAll: batch.replacesAll, hasMoved: batch.checkpoint != nil)
  }

  /// Takes over what the server has told.
  /// - Returns: Which entities may show otherwise than before, and what a storage is to write.
  mutating func apply(_ advance: Advance) -> (Touched, Batch) {
    if advance.replacesAll { forgetConfirmed() }
    checkpoint = advance.checkpoint
    var work = Work()
    var entities: OrderedDictionary<EntityKey, EntityView> = [:]
    for row in advance.rows {
      let key = row.entity
      // Where it stands: to copy a book for each change of it would cost more the larger the library
      // is, whose parts lie ever further apart.
      entities[key] = confirmed.updateValue(forKey: key, default: EntityView(key)) { entity in
        entity.apply(row)
        return entity
      }
      confirm(key, standsFor: entities[key]?.alias, &work)
    }
    let batch = Batch(
      checkpoint: advance.checkpoint, replacesAll: advance.replacesAll,
      entities: entities.values.elements)
    return (finish(work, replacedAll: advance.replacesAll, hasMoved: true), batch)
  }

  private mutating func forgetConfirmed() {
    confirmed = [:]
    edited = Ordered()
    aliases = Aliases()
  }

  private mutating func finish(_ work: Work, replacedAll: Bool, hasMoved: Bool) -> Touched {
    var work = work
    if hasMoved {
      for queued in overlay.ackedOperations where !isShown(queued) { uncover(queued.id, &work) }
    }
    guard !replacedAll else {
      for key in overlay.keys { replay(aliases.target(of: key)) }
      return .everything
    }
    for (key, need) in work.entities {
      switch need {
      case .replay: replay(key)
      case .onTop(let operations):
        guard !operations.isEmpty else { continue }
        edited[key] = operations.reduce(self[key]) { entity, queued in edited(entity, key, queued) }
      }
    }
    return .keys(Array(work.entities.keys))
  }

  // MARK: What a batch changes

  /// What one batch leaves to be looked at again.
  private struct Work {
    private(set) var entities: OrderedDictionary<EntityKey, Need> = [:]

    /// What an entity needs.
    enum Need {
      /// To be made anew from what is confirmed.
      case replay
      /// No more than these ops on top of what shows; none where only their state is another.
      case onTop([QueuedOperation])
    }

    mutating func redo(_ key: EntityKey) { entities[key] = .replay }

    mutating func add(_ operations: [QueuedOperation], onTopOf key: EntityKey) {
      switch entities[key] {
      case .replay: break
      case .onTop(let others): entities[key] = .onTop(others + operations)
      case nil: entities[key] = .onTop(operations)
      }
    }
  }

  private mutating func confirm(
    _ key: EntityKey, standsFor alias: String?, _ work: inout Work
  ) {
    let before = aliases.target(of: key)
    aliases.set(key, standsFor: alias)
    work.redo(key)
    for target in [before, aliases.target(of: key)] where target != key { work.redo(target) }
  }

  private mutating func cover(_ queued: QueuedOperation, _ work: inout Work) {
    for (key, change) in overlay.cover(queued) {
      let target = aliases.target(of: key)
      switch change {
      case .none: work.add([], onTopOf: target)
      case .onTop where target == key && aliases.of(key).isEmpty:
        work.add([queued], onTopOf: key)
      case .onTop, .anything: work.redo(target)
      }
    }
  }

  private mutating func uncover(_ id: String, _ work: inout Work) {
    for key in overlay.uncover(id) { work.redo(aliases.target(of: key)) }
  }

  /// An acked op shows until the confirmed entities have its effect.
  private func isShown(_ queued: QueuedOperation) -> Bool {
    #if MUTANTS
      if Mutant.isOn(.waitingHidden), queued.state == .waiting { return false }
    #endif
    return switch queued.state {
    case .waiting: true
    case .refused: false
    case .acked(let seq, let epoch, _): epoch != checkpoint.epoch || seq > checkpoint.cursor
    }
  }

  // MARK: Replay

  private mutating func replay(_ key: EntityKey) {
    // What is done to an alias shows where it leads.
    let operations = aliases.target(of: key) == key ? operations(over: key) : []
    edited[key] =
      operations.isEmpty
      ? nil
      : operations.reduce(confirmed[key]) { entity, queued in edited(entity, key, queued) }
  }

  private func operations(over key: EntityKey) -> [QueuedOperation] {
    let standIns = aliases.of(key)
    guard !standIns.isEmpty else { return overlay[key] }
    var seen: Set<String> = []
    return ([key] + standIns).flatMap { overlay[$0] }
      .filter { seen.insert($0.id).inserted }
      .sorted { $0.order < $1.order }
      .map { $0.addressed(to: key, insteadOf: standIns) }
  }

  private func edited(
    _ entity: EntityView?, _ key: EntityKey, _ queued: QueuedOperation
  ) -> EntityView? {
    // Deleting what nobody knows shows nothing.
    guard entity != nil || queued.operation.doesMore(than: .delete, to: key) else { return nil }
    var edited = entity ?? EntityView(key)
    edited.apply(
      queued.operation, by: checkpoint.device?.id ?? "", was: queued.was[key] ?? [:])
    return edited
  }
}

extension Operation {
  fileprivate func doesMore(than life: Change.Life, to key: EntityKey) -> Bool {
    changes.contains { $0.entity == key && $0.life != life }
  }
}
