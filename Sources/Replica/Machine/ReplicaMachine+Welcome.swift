import Library
import Wire

/// How a connection begins (SYNC §3, resume).
extension ReplicaMachine {
  mutating func welcomed(_ welcome: Welcome, _ turn: Turn) {
    let checkpoint = ledger.checkpoint
    let library = welcome.library
    guard checkpoint.library == nil || checkpoint.library?.id == library.id else {
      foreignLibrary = library.id
      return lose { connection, outputs in connection.leave(&outputs) }
    }
    limits = welcome.limits
    serverClock = welcome.clock
    let isOtherEpoch = checkpoint.epoch != nil && checkpoint.epoch != library.epoch
    let isReset = welcome.resume == .reset || isOtherEpoch
    let offset = connection.welcomed(clock: welcome.clock, now: turn.now, &outputs)
    introduce(welcome, clockOffset: offset, isReset: isReset)
    catchUp.begin(library, isReset: isReset)
    ledger.queue.welcomed(recorded: welcome.lastN)
    #if MUTANTS
      if Mutant.isOn(.restoreWipesQueue), isReset {
        ledger.write(Batch(removedOperations: ledger.queue.waiting.map(\.id)))
      }
    #endif
    if isReset { requeue(acked: isOtherEpoch ? library.epoch : Checkpoint.unknownEpoch) }
    let isBroken =
      isReset
      && !ledger.queue.isContiguous(
        checkpoint.incarnation, lastN: checkpoint.lastN, recorded: welcome.lastN)
    guard welcome.resume != .fork, welcome.lastN <= checkpoint.lastN, !isBroken else {
      return fork(turn)
    }
    if ledger.queue.waitingCount == 0 { forkCount = 0 }
    forget(turn)
  }

  /// Keeps what the server says of itself and of us.
  private mutating func introduce(_ welcome: Welcome, clockOffset: Int, isReset: Bool) {
    let library = welcome.library
    var checkpoint = ledger.checkpoint
    checkpoint.epoch = checkpoint.epoch ?? library.epoch
    checkpoint.isComplete = checkpoint.isComplete || (library.head == 0 && !isReset)
    if isReset {
      // What a restored server acked in its former life, it may not know.
      checkpoint.sent = nil
      // Its file was put back under the old name: where its past parts from ours, nobody can tell.
      if checkpoint.epoch == library.epoch { checkpoint.epoch = Checkpoint.unknownEpoch }
    }
    checkpoint.watermark = library.watermark
    checkpoint.clockOffsetMilliseconds = clockOffset
    checkpoint.nowOffsetMilliseconds = welcome.now.map { clockOffset + $0 - welcome.clock }
    checkpoint.account = welcome.account
    checkpoint.library = Checkpoint.LibraryName(id: library.id, name: library.name)
    checkpoint.device = welcome.device
    checkpoint.devices = welcome.devices
    ledger.write(Batch(checkpoint: checkpoint))
  }

  /// Keeps what the server's clock shows, where that is something else than was known.
  mutating func noteClock(_ now: Int?, _ turn: Turn) {
    guard let offset = now.map({ $0 - turn.now }) else { return }
    var checkpoint = ledger.checkpoint
    if let known = checkpoint.nowOffsetMilliseconds,
      abs(offset - known) < Limits.clockDriftMilliseconds
    {
      return
    }
    checkpoint.nowOffsetMilliseconds = offset
    ledger.write(Batch(checkpoint: checkpoint))
  }

  /// The server was restored: what its backup may lack goes out again, all but what was acked in
  /// `epoch` (SYNC §3).
  private mutating func requeue(acked epoch: String) {
    let former = ledger.checkpoint.epoch ?? Checkpoint.unknownEpoch
    let moved = ledger.queue.reset(to: epoch, from: former)
    guard !moved.isEmpty else { return }
    ledger.write(Batch(operations: moved))
    ledger.queue.reorder()
  }

  /// This device was restored or cloned (SYNC §3, fork): it comes back under a new incarnation.
  mutating func fork(_ turn: Turn) {
    forkCount += 1
    ledger.renumber(turn.fresh)
    guard forkCount > Limits.forkCountMax else {
      return lose { connection, outputs in connection.renew("new incarnation", &outputs) }
    }
    lose { connection, outputs in
      connection.abandon(.normal, "new incarnation", turn, &outputs)
    }
    connection.sentence = "The server does not take this device's edits in their order."
  }
}
