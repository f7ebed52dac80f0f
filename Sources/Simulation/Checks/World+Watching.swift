import Library
import Replica
import Wire

/// What must hold at every moment (SYNC §4.4–7, §4.15).
extension World {
  /// §4.5–7: the cursor runs forward only, and what a device shows as the server's is the whole library
  /// as it was at that sequence: no gap, no half op, nothing before its cause.
  mutating func watch(_ index: Int) {
    let device = devices[index]
    let checkpoint = device.replica.checkpoint
    if checkpoint.epoch == device.lastEpoch, checkpoint.cursor < device.lastCursor {
      violate(
        "The cursor of device \(index) ran back from \(device.lastCursor) "
          + "to \(checkpoint.cursor).")
    }
    let isSame =
      checkpoint.epoch == device.lastEpoch && checkpoint.isComplete == device.wasComplete
    guard !isSame || checkpoint.cursor != device.lastCursor else { return }
    devices[index].lastEpoch = checkpoint.epoch
    devices[index].lastCursor = checkpoint.cursor
    devices[index].wasComplete = checkpoint.isComplete
    guard checkpoint.isComplete, checkpoint.epoch == server.store.epoch else { return }
    compare(index, with: server.store.chronicle, since: isSame ? device.lastCursor : 0)
  }

  private mutating func compare(_ index: Int, with chronicle: Chronicle, since: Int) {
    let view = devices[index].replica.view
    let cursor = devices[index].replica.checkpoint.cursor
    guard cursor > 0 else { return }
    if !chronicle.boundaries.contains(cursor) {
      violate("Device \(index) stands at \(cursor), in the middle of a commit.")
    }
    for key in chronicle.changes(from: since, to: cursor) {
      let wanted = chronicle.shape(of: key, at: cursor) ?? Chronicle.Shape()
      let shown = view.confirmed(key).map(Chronicle.Shape.init)
      guard !Self.agree(shown, wanted, isOlder: devices[index].isOlder) else { continue }
      violate(
        "At \(cursor) device \(index) shows \(key.kind)/\(key.id) as \(shown?.text ?? "nothing") "
          + "where the library had \(wanted.text).")
    }
  }

  /// Whether a device shows what there is, as far as a client of its age can.
  static func agree(
    _ shown: Chronicle.Shape?, _ wanted: Chronicle.Shape, isOlder: Bool
  ) -> Bool {
    var (shown, wanted) = (shown ?? Chronicle.Shape(isDeleted: true), wanted)
    if isOlder {
      if wanted.isNothing { return shown.isDeleted }
      (shown.alias, wanted.alias) = (nil, nil)
    }
    return shown == wanted || (shown.isNothing && wanted.isNothing)
  }

  /// §4.4: nothing is acked, or shown to anyone, before it is durable; `durable` is how far the
  /// database was when the message left the hub.
  mutating func checkDurable(_ message: ServerMessage, durable: Int, for index: Int) {
    let told: Int
    switch message {
    case .ack(let ack): told = max(ack.head, ack.results.compactMap(\.seq).max() ?? 0)
    case .changes(let changes): told = changes.to
    case .page(let page): told = page.head
    default: return
    }
    if told > durable {
      violate("Device \(index) was told of \(told) when only \(durable) was durable.")
    }
  }

  /// §4.15: a reader that stalls is sent nothing but what it asked for, so what waits for it is
  /// bounded.
  mutating func watchMemory(_ bytes: [UInt8], to link: Int) {
    guard links[link].isCongested else { return }
    switch try? ServerMessage(decoding: bytes) {
    case .changes, .page, .behind:
      violate(
        "The server sent \(bytes.count) bytes to device \(links[link].device), which does not read."
      )
    default: break
    }
  }

  /// §4.6: who writes something sees it at once.
  mutating func checkOwnWrite(_ queued: QueuedOperation, on index: Int) {
    let view = devices[index].replica.view
    for change in queued.operation.changes where view[change.entity]?.alias == nil {
      let shown = view[change.entity]
      for (field, value) in change.set where shown?.fields[field] != value {
        violate("Device \(index) wrote \(field) of \(change.entity.id) and does not see it.")
      }
      // What was purged comes back with the server's answer.
      if change.life == .restore, shown?.isPurged ?? true { continue }
      let isGone = shown?.isDeleted ?? true
      if change.life != .keep, isGone != (change.life == .delete) {
        violate("Device \(index) made or deleted \(change.entity.id) and does not see that.")
      }
    }
  }

  /// §4.6: and as long as the server has not judged it.
  mutating func checkOwnWrites(on index: Int) {
    let view = devices[index].replica.view
    var later: Set<Place> = []
    for queued in devices[index].replica.waiting.reversed().prefix(8) {
      for change in queued.operation.changes {
        // A later edit of the same book under another of its names counts for this one too.
        let entity = Self.standing(for: change.entity, in: view)
        for (field, value) in change.set {
          guard later.insert(Place(entity, field)).inserted, entity == change.entity else {
            continue
          }
          let shown = view[entity]?.fields[field]
          // A text may have taken in what others wrote meanwhile; of one that is just being made, what
          // its author had before them is yet to be noted.
          let isThere =
            Place.isText(field, of: change.entity.kind)
            ? authored.edits[queued.id] == nil
              || Set(Words.of(value)).subtracting(
                authored.words(before: queued.id, change.entity, field)
              )
              .isSubset(of: Words.of(shown))
            : shown == value
          if !isThere {
            violate(
              "Device \(index) no longer sees what it wrote as \(field) of \(change.entity.id).")
          }
        }
      }
    }
  }
}

extension World {
  private static func standing(for entity: EntityKey, in view: LibraryView) -> EntityKey {
    var standing = entity
    while let next = view[standing]?.alias {
      standing = EntityKey(kind: standing.kind, id: next)
    }
    return standing
  }
}

extension Chronicle.Shape {
  /// What it shows, for a person.
  var text: String {
    let json: JSONValue = .object(fields)
    return json.canonicalText + (isDeleted ? " (deleted)" : "") + (alias.map { " → \($0)" } ?? "")
  }
}

extension Authored {
  /// The words that the author of an edit had in front of them.
  func words(before id: String, _ entity: EntityKey, _ field: String) -> Set<String> {
    Set(edits[id]?.texts[Place(entity, field)] ?? [])
  }
}
