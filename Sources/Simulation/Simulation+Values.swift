import Library
import Store

/// §4.8 and §4.9: no value goes missing.
///
/// A value that an accepted op wrote to a register may go only by an op whose author had seen it.
/// Until then it is in place, or in a conflict record that names its field.
extension Simulation {
  /// One write of a register, as the log has it.
  private struct Write {
    let entity: EntityKey
    let field: String
    let value: JSONValue
    let seq: Int
    let author: Author
  }

  mutating func checkValues(
    _ records: [String: RecordedOperation], _ states: [EntityState]
  ) {
    let writes = Dictionary(grouping: self.writes(records)) { write in
      "\(write.entity.kind)/\(write.entity.id)/\(write.field)"
    }
    let kept = keptValues(states)
    for (place, writes) in writes.sorted(by: { $0.key < $1.key }) {
      for write in writes {
        let version = Version(
          stamp: 0, seq: write.seq, device: write.author.device,
          incarnation: write.author.incarnation, n: write.author.n)
        let isSeenAway = writes.contains { other in
          other.seq > write.seq && other.author.hasSeen(version)
        }
        guard !isSeenAway, kept[place]?.contains(write.value) != true else { continue }
        violate("\(write.value.canonicalText) at \(place), written as \(write.seq), is nowhere.")
      }
    }
  }

  private func writes(_ records: [String: RecordedOperation]) -> [Write] {
    authored.flatMap { authored -> [Write] in
      guard let record = records[authored.operation.id],
        case .accepted(let seq, _, _) = record.result
      else { return [] }
      let author = Author(
        device: record.device, incarnation: record.incarnation, n: record.n,
        base: authored.operation.base, at: authored.operation.at)
      return authored.operation.changes.flatMap { change in
        change.set.map { field, value in
          Write(
            entity: change.entity, field: field, value: value, seq: seq, author: author)
        }
      }
    }
  }

  /// Values in place and in conflict records, resolved ones included, by entity and field.
  private func keptValues(_ states: [EntityState]) -> [String: Set<JSONValue>] {
    var kept: [String: Set<JSONValue>] = [:]
    for state in states {
      let fields = state.registers.mapValues(\.value)
      if state.entity.kind == "conflict", let entity = fields["entity"] {
        let place = [entity["e"]?.string, entity["id"]?.string, fields["field"]?.string]
          .compactMap(\.self).joined(separator: "/")
        for side in ["kept", "lost"] {
          if let value = fields[side]?["value"] { kept[place, default: []].insert(value) }
        }
      } else {
        for (field, value) in fields {
          kept["\(state.entity.kind)/\(state.entity.id)/\(field)", default: []].insert(value)
        }
      }
    }
    return kept
  }
}
