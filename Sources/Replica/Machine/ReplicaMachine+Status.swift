/// What a person may see of the sync.
extension ReplicaMachine {
  /// The sync, in one honest thing.
  public var status: Status {
    let checkpoint = ledger.checkpoint
    let foreign =
      foreignLibrary != nil
      ? "This device is now paired with another library. Reload to open that one." : nil
    let sentence = ledger.storageProblem ?? foreign ?? connection.sentence
    var status = Status(
      state: state(sentence: sentence), waiting: ledger.queue.waitingCount,
      problems: ledger.queue.refusedCount)
    if status.state == .problem { status.message = sentence }
    if !checkpoint.isComplete, connection.phase == .online || checkpoint.cursor > 0 {
      status.progress = Status.Progress(
        have: checkpoint.cursor, of: catchUp.head > 0 ? catchUp.head : nil)
    }
    let offset = checkpoint.nowOffsetMilliseconds ?? checkpoint.clockOffsetMilliseconds
    if abs(offset) >= Limits.clockWrongMilliseconds { status.clockOffsetMilliseconds = offset }
    return status
  }

  private func state(sentence: String?) -> Status.State {
    guard connection.phase != .unpaired else { return .unpaired }
    guard sentence == nil, ledger.queue.refusedCount == 0 else { return .problem }
    guard connection.phase == .online else { return connection.hasTried ? .offline : .starting }
    guard ledger.checkpoint.isComplete else { return .starting }
    let isBusy = ledger.queue.waitingCount > 0 || catchUp.isBehind(ledger.checkpoint)
    return isBusy ? .saving : .saved
  }
}
