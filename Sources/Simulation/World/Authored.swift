import Library
import Replica

/// What people were ever promised: each edit, and the texts that its author had in front of them.
struct Authored {
  struct Edit {
    let operation: Operation
    let device: Int
    /// The epoch that its base counts in; nil where it was made before any was known.
    let epoch: String?
    /// Whether the client was an older one.
    let isOlder: Bool
    /// The texts that it rewrites, as they showed before, by entity and field.
    let texts: [Place: [String]]
    /// When, by true time.
    let time: Int
  }

  private(set) var edits: [String: Edit] = [:]
  private(set) var ids: [String] = []

  mutating func note(
    _ queued: QueuedOperation, by device: SimulatedDevice, over before: LibraryView, at time: Int
  ) {
    var texts: [Place: [String]] = [:]
    for change in queued.operation.changes {
      for field in change.set.keys where Place.isText(field, of: change.entity.kind) {
        // What came with it from another tab is not its author's.
        texts[Place(change.entity, field)] = Words.of(
          queued.was[change.entity]?[field] ?? before.target(of: change.entity)?.fields[field])
      }
    }
    edits[queued.id] = Edit(
      operation: queued.operation, device: device.index,
      epoch: queued.operation.epoch ?? device.replica.checkpoint.epoch,
      isOlder: device.isOlder, texts: texts, time: time)
    ids.append(queued.id)
  }
}

extension LibraryView {
  /// The entity that shows for another that has become its alias.
  fileprivate func target(of key: EntityKey) -> EntityView? {
    var entity = self[key]
    for _ in 0..<8 {
      guard let id = entity?.alias else { break }
      entity = self[EntityKey(kind: key.kind, id: id)]
    }
    return entity
  }
}

/// One field of one entity.
struct Place: Hashable, CustomStringConvertible {
  let entity: EntityKey
  let field: String

  init(_ entity: EntityKey, _ field: String) {
    self.entity = entity
    self.field = field
  }

  var description: String { "\(entity.kind)/\(entity.id)/\(field)" }

  /// The fields that merge by words (BOOKS §5).
  static func isText(_ field: String, of kind: String) -> Bool {
    switch kind {
    case "book": ["review", "note", "description"].contains(field)
    case "note": field == "text"
    default: false
    }
  }
}
