import Library
import Wire

/// What is said to the server and heard from it, over one connection after another (SYNC §3).
extension ReplicaMachine {
  /// The socket is open: says hello.
  mutating func greet(_ settings: Settings, _ turn: Turn) {
    let checkpoint = ledger.checkpoint
    connection.greeted(now: turn.now)
    outputs.append(
      .send(
        .hello(
          Hello(
            client: settings.client, token: settings.token, incarnation: checkpoint.incarnation,
            deviceName: settings.deviceName, epoch: checkpoint.epoch, cursor: checkpoint.cursor,
            sent: checkpoint.sent, clock: turn.now))))
  }

  /// The connection ends, in the way that `end` ends it.
  mutating func lose(_ end: (inout Connection, inout [Output]) -> Void) {
    end(&connection, &outputs)
    ledger.queue.disconnected()
    catchUp.end()
    connection.cancel(.gap, &outputs)
  }

  /// The server speaks in a way that we cannot follow.
  mutating func giveUp(_ reason: String, _ turn: Turn) {
    guard connection.phase != .down else { return }
    lose { connection, outputs in connection.abandon(.malformed, "unreadable", turn, &outputs) }
    connection.sentence = "The server could not be understood: \(reason)"
  }

  /// The server has closed.
  mutating func closed(_ code: UInt16, _ turn: Turn) {
    let isUnread =
      code == CloseCode.malformed.rawValue || code == CloseCode.tooLarge.rawValue
    if isUnread, connection.phase == .online { accuse(turn) }
    lose { connection, outputs in connection.closed(code: code, turn, &outputs) }
  }

  /// The server has said something.
  mutating func received(_ message: ServerMessage, _ turn: Turn) {
    guard connection.phase == .online || connection.phase == .greeting else { return }
    connection.heard(&outputs)
    switch message {
    case .error(let error): return connection.noticed(error)
    case .ping(let ping): return outputs.append(.send(.pong(Pong(at: ping.at))))
    case .welcome(let welcome):
      if connection.phase == .greeting { welcomed(welcome, turn) }
      return
    default: break
    }
    guard connection.phase == .online else { return }
    switch message {
    case .page(let page): turned(page, turn)
    case .changes(let changes): advance(catchUp.changes(changes, ledger))
    case .behind(let behind): catchUp.learn(head: behind.head)
    case .ack(let ack): acked(ack, turn)
    case .pong(let pong): noteClock(pong.now, turn)
    case .welcome, .ping, .scene, .error, .unknown: break
    }
  }

  /// Sends what may be sent: the next pull, and ops that would survive a crash of ours.
  mutating func pump() {
    guard connection.phase == .online else { return }
    // Live changes follow an ack at once; only when they do not, they were lost.
    if !connection.isScheduled(.gap), let since = catchUp.nextPull(ledger.checkpoint) {
      let limit = catchUp.rowCount(of: limits.pageRowCountMax)
      outputs.append(.send(.pull(Pull(since: since, limit: limit))))
    }
    for push in ledger.nextPushes(limits, epoch: catchUp.epoch) {
      outputs.append(.send(.push(push)))
    }
  }

  // MARK: Catching up

  private mutating func turned(_ page: Page, _ turn: Turn) {
    guard !catchUp.isStray(page) else { return }
    guard page.to > page.from || page.to >= page.head else {
      return giveUp("a page leads nowhere.", turn)
    }
    advance(catchUp.page(page, ledger))
  }

  private mutating func advance(_ advance: Advance?) {
    guard let advance else { return }
    ledger.write(advance)
    if !catchUp.isBehind(ledger.checkpoint) { connection.cancel(.gap, &outputs) }
  }

  // MARK: Answers

  private mutating func acked(_ ack: Ack, _ turn: Turn) {
    let fates = Dictionary(ack.results.map { ($0.n, $0) }) { _, last in last }
    var sent = ledger.checkpoint.sent
    var judged: [QueuedOperation] = []
    var isOutOfOrder = false
    let clock = max(turn.now + ledger.checkpoint.clockOffsetMilliseconds, serverClock)
    for queued in ledger.queue.answered(ack.batch) {
      let n = queued.operation.n
      let unsaid = n <= ack.through ? Ack.Result(n: n, outcome: .duplicate) : nil
      guard let fate = fates[n] ?? unsaid else { continue }
      isOutOfOrder = isOutOfOrder || fate.problem?.code == .outOfOrder
      guard !isOutOfOrder else { continue }
      #if MUTANTS
        if Mutant.isOn(.refusedWedgesQueue), fate.outcome == .refused { continue }
      #endif
      judged.append(queued.judged(fate, head: ack.head, epoch: catchUp.epoch, at: clock))
      if n > sent?.n ?? 0 { sent = Hello.Sent(n: n, op: queued.id) }
    }
    if !judged.isEmpty { keep(judged, sent: sent, turn) }
    let wasBehind = catchUp.isBehind(ledger.checkpoint)
    catchUp.learn(head: ack.head)
    if !wasBehind, catchUp.isBehind(ledger.checkpoint) {
      connection.schedule(.gap, after: Limits.gapTimeoutMilliseconds, &outputs)
    }
    if isOutOfOrder { fork(turn) }
  }

  private mutating func keep(_ judged: [QueuedOperation], sent: Hello.Sent?, _ turn: Turn) {
    forkCount = 0
    var checkpoint = ledger.checkpoint
    checkpoint.sent = sent
    ledger.write(Batch(checkpoint: checkpoint, operations: judged))
    // A refused one is nowhere but here, so it is safe only once the disk has it.
    tellSettled(ledger.settle(judged.filter(\.isAcked).map(\.id)))
    forget(turn)
  }

  /// An op that the server cannot even read must not block those behind it. Its n was never
  /// recorded, so they need new ones.
  private mutating func accuse(_ turn: Turn) {
    guard var culprit = ledger.queue.culprit() else { return }
    let sentence = connection.notice ?? "The server could not read this edit."
    culprit.state = .refused(Problem(.malformed, sentence))
    ledger.write(Batch(operations: [culprit]))
    ledger.renumber(turn.fresh)
  }

  /// Lets go of acked ops that no restored server could lack. Of two clocks one may be set months ahead.
  mutating func forget(_ turn: Turn) {
    let ids = ledger.queue.forgettable(ledger.checkpoint, now: min(serverClock, turn.now))
    if !ids.isEmpty { ledger.write(Batch(removedOperations: ids)) }
  }
}

extension QueuedOperation {
  fileprivate func judged(
    _ fate: Ack.Result, head: Int, epoch: String, at clock: Int
  ) -> QueuedOperation {
    let unsaid = Problem(.invalid, "The server refused this edit and did not say why.")
    var judged = self
    judged.state =
      fate.outcome == .refused
      ? .refused(fate.problem ?? unsaid)
      : .acked(seq: fate.seq ?? head, epoch: epoch, at: clock)
    return judged
  }
}
