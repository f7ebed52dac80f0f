import Library
import Store

/// SYNC §2, *Trash*: were an entity purged now, its history would make it whole again as people left
/// it, and know who edited it last.
extension World {
  mutating func checkTrash(_ evidence: Evidence) throws {
    for state in try server.states() where !state.isPurged && evidence.isSingle(state.entity) {
      // Of its own records the server needs no history.
      guard Schema.kind(state.entity.kind)?.isServers != true else { continue }
      let history = try server.store.inner.read(SimulatedServer.library) {
        snapshot throws(StoreError) in
        try snapshot.authoredHistory(of: state.entity)
      }
      let head = evidence.chronicle.head
      let skeleton = EntityState(
        skeletonOf: state.entity, seq: head, stamp: 0, deletedSeq: state.deletion?.seq ?? 0)
      // What programs alone wrote has none.
      guard let whole = skeleton.whole(from: history, seq: head) else { continue }
      for difference in Self.differences(of: whole, from: state) {
        violate("Made whole, \(state.entity.kind)/\(state.entity.id) \(difference).")
      }
    }
  }

  private static func differences(of whole: EntityState, from state: EntityState) -> [String] {
    var sentences: [String] = []
    let edits = (whole.authored, state.authored)
    if !isSame(edits.0.last, edits.1.last) || !isSame(edits.0.other, edits.1.other) {
      sentences.append("was last edited by \(edits.0), not by \(edits.1)")
    }
    if state.isDeleted, !isSame(whole.deletion, state.deletion) {
      sentences.append("was deleted by another")
    }
    for (field, value) in state.registers {
      // Keys of places are the server's to give anew, and marks are its own.
      guard let spec = Schema.field(field, of: state.entity.kind), spec.isAuthored,
        spec.type != .fractionalKey, spec.mergeClass != .server
      else { continue }
      let text = (whole.registers[field]?.value ?? .null).canonicalText
      if text != value.value.canonicalText {
        sentences.append("has \(text) as \(field), not \(value.value.canonicalText)")
      }
    }
    for (field, elements) in state.sets
    where Schema.field(field, of: state.entity.kind)?.isAuthored != false {
      for (key, element) in elements {
        let isThere = whole.sets[field]?[key]?.shown != nil
        if isThere != (element.shown != nil) {
          sentences.append("\(isThere ? "has" : "lacks") \(key) among its \(field)")
        }
      }
    }
    return sentences
  }

  /// Whether two versions are of one write; none is one that everybody has seen.
  private static func isSame(_ one: Version?, _ other: Version?) -> Bool {
    (one?.seq ?? 0) == (other?.seq ?? 0) && (one?.n ?? 0) == (other?.n ?? 0)
  }
}
