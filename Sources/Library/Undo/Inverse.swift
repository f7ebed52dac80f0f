/// What an operation changed, as its author saw it, so that it can be taken back (SYNC §2, *History*);
/// `Web/library/inverse.js` is the same.
///
/// Taking it back brings again exactly what was seen before: former values, null where there was none;
/// elements that went, away again those that came; from Trash what was deleted, to Trash what was made
/// or restored. What somebody wrote since stays: an undo is of one's own edit, never of theirs. A text
/// goes back by words, so that theirs stay in it.
///
/// To do it again, take the inverse of the undoing's changes.
public struct Inverse: Hashable, Sendable {
  /// One entity before and after the operation, and what of it the operation named.
  private struct Trace: Hashable {
    let before: EntityView?
    let after: EntityView
    var registers: Set<String> = []
    var elements: [String: Set<String>] = [:]
  }

  /// The last one named comes first, for it may have been made for one before.
  private let traces: [Trace]

  /// Notes what `changes` are about to change.
  /// - Parameters:
  ///   - changes: Those of one operation.
  ///   - before: The entities as they show before it, the author's own pending operations included.
  public init(of changes: [Change], before: (EntityKey) -> EntityView?) {
    // Made with everything in sight.
    let operation = Operation(id: "-", n: 1, base: .max, at: 0, changes: changes)
    var traces: [Trace] = []
    var places: [EntityKey: Int] = [:]
    for change in changes {
      let key = change.entity
      // Clients may close a conflict, and no more (SYNC §2).
      guard Schema.kind(key.kind)?.isServers != true else { continue }
      if places[key] == nil {
        let seen = before(key)
        var after = seen ?? EntityView(key)
        after.apply(operation, by: "-")
        places[key] = traces.count
        traces.append(Trace(before: seen, after: after))
      }
      guard let place = places[key] else { continue }
      traces[place].registers.formUnion(change.set.keys)
      for (field, names) in change.add.mapValues({ Array($0.keys) }) {
        traces[place].elements[field, default: []].formUnion(names)
      }
      for (field, names) in change.del {
        traces[place].elements[field, default: []].formUnion(names)
      }
    }
    self.traces = traces.reversed()
  }

  /// Looks at what takes the operation back.
  /// - Parameter now: The entities as they show now, pending operations included.
  /// - Returns: The changes that do so, as far as nobody wrote since.
  public func undoing(_ now: (EntityKey) -> EntityView?) -> Undoing {
    var undoing = Undoing()
    for trace in traces { Self.undo(trace, now: now(trace.after.entity), &undoing) }
    return undoing
  }

  private static func undo(_ trace: Trace, now: EntityView?, _ undoing: inout Undoing) {
    let (before, after) = (trace.before, trace.after)
    guard after.isKnown else { return }
    let key = after.entity
    guard let now, !now.isPurged, now.alias == nil else {
      undoing.left.append(.init(entity: key, field: nil))
      return
    }
    let wasLiving = before?.isDeleted == false
    var change = Change(key)
    if wasLiving, after.isDeleted {
      if now.isDeleted { change.life = .restore }
    } else if !wasLiving, !after.isDeleted {
      if now.isDeleted { return }
      change.life = .delete
    } else if now.isDeleted {
      // Unless it was in Trash before and after.
      if wasLiving { undoing.left.append(.init(entity: key, field: nil)) }
      return
    }
    if let before {
      let comparison = Comparison(before: before, after: after, now: now)
      for field in trace.registers.sorted(by: EntityView.precedes) {
        comparison.undo(field, &change, &undoing)
      }
      for (field, names) in trace.elements.sorted(by: { EntityView.precedes($0.key, $1.key) }) {
        comparison.undo(names, of: field, &change, &undoing)
      }
    }
    if change.life != .keep || change.hasFields { undoing.changes.append(change) }
  }
}
