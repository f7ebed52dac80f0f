import Library
import Replica
import Store

/// What must hold when all is quiet again (SYNC §4).
extension Simulation {
  mutating func check() throws {
    let ids = authored.map(\.operation.id)
    let (records, head) = try server.recorded(ids)
    let states = try server.states()
    count(records)
    checkQueues()
    checkConvergence(states)
    checkAcknowledged(records)
    checkExactlyOnce(records, head: head)
    checkRefusals(records)
    checkValues(records, states)
  }

  private mutating func count(_ records: [String: RecordedOperation]) {
    for record in records.values {
      switch record.result {
      case .accepted(_, let outcome, let conflict):
        tally.accepted += 1
        if conflict != nil { tally.conflicts += 1 }
        if outcome == .revived { tally.revivals += 1 }
      case .refused: tally.refused += 1
      }
    }
  }

  /// §4.14: queues are empty, and everybody stands at the head.
  private mutating func checkQueues() {
    for device in devices where !device.replica.waiting.isEmpty {
      violate("Device \(device.index) still waits with \(device.replica.waiting.count) ops.")
    }
  }

  /// §4.1, §4.5: each device shows what the server has, byte for byte, one that came with empty hands
  /// among them.
  private mutating func checkConvergence(_ states: [EntityState]) {
    let confirmed = states.compactMap { state -> EntityView? in
      var view = EntityView(state.entity)
      guard let row = state.row(since: 0) else { return nil }
      view.apply(row)
      return view
    }
    let wanted = Self.text(of: confirmed)
    for device in devices {
      let shown = Self.text(of: device.replica.view.entities)
      guard shown != wanted else { continue }
      let (ours, theirs) = (Set(shown), Set(wanted))
      violate(
        "Device \(device.index) shows \(ours.subtracting(theirs).sorted()) "
          + "where the server has \(theirs.subtracting(ours).sorted()).")
    }
  }

  private static func text(of views: [EntityView]) -> [String] {
    views.map { view in
      let json: JSONValue = [
        "e": .string(view.entity.kind), "id": .string(view.entity.id),
        "deleted": .bool(view.isDeleted), "fields": .object(view.fields),
      ]
      return json.canonicalText
    }.sorted()
  }

  /// §4.2: what a device heard to be saved is there; what a device promised a person has its fate.
  private mutating func checkAcknowledged(_ records: [String: RecordedOperation]) {
    for id in acked.sorted() {
      guard case .accepted = records[id]?.result else {
        violate("Op \(id) was acked and is lost.")
        continue
      }
    }
    for device in devices {
      for id in device.settled.sorted() where records[id] == nil {
        violate("Op \(id) of device \(device.index) survived there and never reached the server.")
      }
    }
  }

  /// §4.3: every place in the order is one op's, and no op has two.
  private mutating func checkExactlyOnce(_ records: [String: RecordedOperation], head: Int) {
    let places = records.values.compactMap { record -> Int? in
      guard case .accepted(let seq, _, _) = record.result else { return nil }
      return seq
    }
    if places.sorted() != Array(1..<(head + 1)) {
      violate("The order has \(head) places, and the \(places.count) ops in it do not fill them.")
    }
  }

  /// §4.10: nothing is refused because of a clock; what is refused stands with its author.
  private mutating func checkRefusals(_ records: [String: RecordedOperation]) {
    for operation in authored {
      let id = operation.operation.id
      guard case .refused(let problem) = records[id]?.result else { continue }
      if problem.code != .deleted {
        violate("Op \(id) was refused: \(problem.message)")
      }
      let problems = devices[operation.device].replica.problems
      if !problems.contains(where: { $0.id == id }) {
        violate("Op \(id) was refused, and device \(operation.device) does not show it.")
      }
    }
  }
}
