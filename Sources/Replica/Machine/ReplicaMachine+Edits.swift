package import Library
import Wire

/// What a person does.
extension ReplicaMachine {
  /// What the author of these changes has before them now, for an edit that is sent later.
  package func making(_ changes: [Change], _ turn: Turn) -> Making {
    let checkpoint = ledger.checkpoint
    let covering = ledger.view.covering(changes)
    return Making(
      base: covering?.base ?? catchUp.base(of: changes, ledger),
      at: turn.now + checkpoint.clockOffsetMilliseconds,
      epoch: covering?.epoch ?? checkpoint.epoch, was: ledger.view.texts(under: changes),
      order: checkpoint.lastOrder)
  }

  mutating func edit(
    _ id: String, _ changes: [Change], made: Making? = nil, _ turn: Turn
  ) {
    guard !ledger.queue.has(id) else {
      ledger.expect(id)
      if ledger.isSafe(id) { tellSettled(ledger.settle([id])) }
      return
    }
    var checkpoint = ledger.checkpoint
    checkpoint.lastN += 1
    checkpoint.lastOrder += 1
    let making = made ?? making(changes, turn)
    let operation = Operation(
      id: id, n: checkpoint.lastN, base: making.base, at: making.at, epoch: named(making.epoch),
      changes: changes)
    var queued = QueuedOperation(
      operation, incarnation: checkpoint.incarnation, order: checkpoint.lastOrder,
      was: making.was ?? ledger.view.texts(under: changes))
    if let order = making.order { queued = ledger.queue.joined(queued, behind: order) }
    let problem = flaw(queued.operation)
    if let problem, made == nil {
      outputs.append(.rejected(id: id, problem))
      return
    }
    ledger.expect(id)
    if let problem {
      // Its author was told that it is kept, in another process: so it is, among the problems.
      checkpoint.lastN -= 1
      queued.state = .refused(problem)
    }
    ledger.write(Batch(checkpoint: checkpoint, operations: [queued]))
  }

  /// Why no server would ever read this op.
  private func flaw(_ operation: Operation) -> Problem? {
    let count = operation.changes.count
    let countMax = Library.Limits.changesPerOperationMax
    guard (1...countMax).contains(count) else {
      return Problem(
        .malformed, "One edit changes 1 to \(countMax) things at once; this one \(count).")
    }
    let byteCount = operation.pushedByteCount + Limits.pushEnvelopeByteCount
    guard byteCount <= limits.pushByteCountMax else {
      return Problem(.invalid, "This edit is too large to be sent: shorten its text.")
    }
    return nil
  }

  /// The epoch to name with an edit: the one its base counts in, where that is not the one that the
  /// server will take it to be.
  private func named(_ epoch: String?) -> String? {
    let own = ledger.checkpoint.epoch
    if let epoch, epoch != own { return epoch }
    return catchUp.isResetting ? own : nil
  }

  /// A refused op goes out again as a new one: the server has judged the old. A person wants it now;
  /// what its author had seen is what it was.
  mutating func retry(_ id: String, _ turn: Turn) {
    guard let refused = ledger.queue.refused(id) else { return }
    let operation = refused.operation
    ledger.write(Batch(removedOperations: [id]))
    let made = Making(
      base: operation.base, at: turn.now + ledger.checkpoint.clockOffsetMilliseconds,
      epoch: operation.epoch, was: refused.was, order: refused.order)
    edit(turn.fresh, operation.changes, made: made, turn)
  }
}
