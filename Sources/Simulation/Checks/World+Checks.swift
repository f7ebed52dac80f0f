import Library
import Replica
import Store

/// What must hold when all is quiet again (SYNC §4).
extension World {
  mutating func check() throws {
    let states = try server.states()
    var evidence = Evidence(states, server.store.chronicle, authored)
    if evidence.hasPurges { try server.forEachChange { evidence.note(past: $0) } }
    count(evidence.log)
    checkQueues()
    checkConvergence(evidence)
    try checkCursors(evidence)
    try checkTrash(evidence)
    try checkAcknowledged()
    checkExactlyOnce(evidence)
    checkRefusals(evidence)
    for checker in Self.checkers {
      for sentence in checker(evidence) { violate(sentence) }
    }
    for finding in try server.store.inner.findings() { violate("The database: \(finding)") }
  }

  /// What can be told from the log and what is left, each a checker of one promise.
  private static let checkers: [@Sendable (Evidence) -> [String]] = [
    checkRegisters, checkWords, checkConflictRecords, checkSets, checkLives, checkAliases,
    checkPositions,
  ]

  private mutating func count(_ log: Log) {
    for entry in log.entries where entry.author.device != Author.server {
      tally.accepted += 1
      switch entry.outcome {
      case .conflict: tally.conflicts += 1
      case .revived: tally.revivals += 1
      case .merged: tally.merges += 1
      case .aliased: tally.aliases += 1
      case .applied, .duplicate, .refused: break
      }
    }
  }

  /// §4.14: queues are empty within bounded time, and everybody stands at the head.
  private mutating func checkQueues() {
    for device in devices {
      if !device.replica.waiting.isEmpty {
        violate(
          "Device \(device.index) still waits with \(device.replica.waiting.count) ops, "
            + "\(device.replica.status.state).")
      }
      let checkpoint = device.replica.checkpoint
      if checkpoint.cursor != server.store.head || checkpoint.epoch != server.store.epoch {
        violate(
          "Device \(device.index) stands at \(checkpoint.cursor) of \(checkpoint.epoch ?? "nothing")"
            + ", the library at \(server.store.head) of \(server.store.epoch).")
      }
    }
  }

  /// §4.1: each device shows what the server has, one that came with empty hands among them; and the
  /// server has what it committed.
  private mutating func checkConvergence(_ evidence: Evidence) {
    var keys = Set(evidence.shapes.keys).union(evidence.chronicle.entities)
    for device in devices { keys.formUnion(device.replica.view.entities.map(\.entity)) }
    for key in keys.sorted(by: { ($0.kind, $0.id) < ($1.kind, $1.id) }) {
      let wanted = evidence.shapes[key] ?? Chronicle.Shape(isDeleted: true)
      let committed = evidence.chronicle.shape(of: key, at: evidence.chronicle.head)
      if !Self.agree(committed, wanted, isOlder: false) {
        violate("The database has \(key.id) as \(wanted.text), not as it was committed.")
      }
      for device in devices {
        let shown = device.replica.view[key].map(Chronicle.Shape.init)
        guard !Self.agree(shown, wanted, isOlder: device.isOlder) else { continue }
        violate(
          "Device \(device.index) shows \(key.kind)/\(key.id) as \(shown?.text ?? "nothing") "
            + "where the server has \(wanted.text).")
      }
    }
  }

  /// §4.2: what a device heard to be saved is there; what a device promised a person has its fate.
  private mutating func checkAcknowledged() throws {
    let settled = devices.flatMap { device in device.settled.map { ($0, device.index) } }
    let (records, _) = try server.recorded(Array(acked) + settled.map(\.0))
    let quarantined = Set(devices.flatMap { $0.replica.problems.map(\.id) })
    for id in acked.sorted() {
      if case .accepted = records[id]?.result { continue }
      if isForgotten(id) { continue }
      violate("Op \(id) was acked and is lost.")
    }
    for (id, index) in settled.sorted(by: { $0 < $1 })
    where records[id] == nil && !quarantined.contains(id) && !isForgotten(id) {
      violate("Op \(id) of device \(index) survived there and never reached the server.")
    }
  }

  /// Whether a restore took an op from the server so long after its ack that nobody need have kept it.
  private func isForgotten(_ id: String) -> Bool {
    guard lost.contains(id), let ackedAt = devices.compactMap({ $0.ackedAt[id] }).max() else {
      return false
    }
    return now - ackedAt >= 30 * Script.day
  }

  /// §4.2: a device keeps what it heard to be saved until backups hold it, so that a server restored to
  /// `head` gets it again; 30 days at most.
  mutating func checkRetention(since head: Int) {
    let month = 30 * Script.day
    let lost = Log(server.store.chronicle, authored).entries.filter {
      $0.seq > max(head, watermark)
    }
    for entry in lost where acked.contains(entry.operation.id) {
      guard let edit = authored.edits[entry.operation.id] else { continue }
      let device = devices[edit.device]
      guard !device.hasClockJumped, !device.hasRefusedWrites, device.wasReplacedAt < edit.time,
        now - edit.time < month, let ackedAt = device.ackedAt[entry.operation.id],
        now - ackedAt < month, !device.kept.contains(entry.operation.id)
      else { continue }
      violate("Device \(edit.device) let go of \(entry.operation.id) before a backup had it.")
    }
  }

  /// §4.3, §4.13: every place in the order is one op's, and no op has two.
  private mutating func checkExactlyOnce(_ evidence: Evidence) {
    let seqs = evidence.log.entries.map(\.seq)
    if seqs != Array(1..<(evidence.chronicle.head + 1)) {
      violate("The ops of the log do not fill the order up to \(evidence.chronicle.head).")
    }
    let ids = evidence.log.entries.map(\.operation.id)
    if Set(ids).count != ids.count { violate("An op has two places in the order.") }
  }

  /// §4.10: nothing is refused but an edit of what its author knew to be deleted, whatever the clocks
  /// say; and what is refused stands with its author.
  private mutating func checkRefusals(_ evidence: Evidence) {
    for logged in evidence.chronicle.operations {
      guard case .refused(let problem) = logged.result else { continue }
      tally.refused += 1
      let id = logged.operation.id
      if problem.code != .deleted { violate("Op \(id) was refused: \(problem.message)") }
      // A full disk keeps nothing that is refused, and then the device may die.
      guard let edit = authored.edits[id], tally.replacedDisks == 0,
        !devices[edit.device].hasRefusedWrites
      else { continue }
      let isShown = devices.contains { $0.replica.problems.contains { $0.id == id } }
      if !isShown { violate("Op \(id) was refused, and device \(edit.device) does not show it.") }
    }
  }
}
