import Framing
import HTTPTypes

/// The tokens of a loop's own descriptors in its epoll set. Those of connections are their ids, whose
/// generation is never 0.
enum Token {
  static let bell: UInt64 = 0
  static let alarm: UInt64 = 1 << 32
  /// The first listener; the others follow in steps of `step`.
  static let listeners: UInt64 = 2 << 32
  static let step: UInt64 = 1 << 32

  static func isOwn(_ token: UInt64) -> Bool { UInt32(truncatingIfNeeded: token) == 0 }
}

extension EventLoop {
  /// Ticks until nothing is left to do, or others have waited long enough for the queue.
  func turn() {
    let end = ContinuousClock.now + limits.turnDuration
    var patience: CInt = 0
    repeat {
      poller.wait(milliseconds: dirty.isEmpty ? patience : 0, into: &events)
      now = ContinuousClock.now
      if events.isEmpty && dirty.isEmpty { return }
      tick()
      patience = limits.lingerMilliseconds
    } while now < end && handler != nil
    if !dirty.isEmpty { bell.ring() }
  }

  private func tick() {
    var isAlarmDue = false
    let isMoreReady = events.count == TransportLimits.eventCountMax
    for event in events {
      if event.token == Token.alarm {
        isAlarmDue = true
      } else if Token.isOwn(event.token) {
        answer(event.token)
      } else if let connection = connections[ConnectionID(token: event.token)] {
        advance(connection, event.readiness)
      }
    }
    // Who was heard of by now is not late, however long nobody listened.
    if alarmPatience.isAnswered(isDue: isAlarmDue, isMoreReady: isMoreReady) {
      alarm.answer()
      fireDeadlines()
    }
    settleDirty()
  }

  private func answer(_ token: UInt64) {
    switch token {
    case Token.bell:
      bell.answer()
      runPosts()
      handler?.mailArrived(on: self)
    default:
      accept(Int((token - Token.listeners) / Token.step))
    }
  }

  func runPosts() {
    for work in posts.drain() { work(self) }
  }

  // MARK: Reading

  private func advance(_ connection: Connection, _ readiness: Poller.Readiness) {
    // First: what the handler then sends at once goes behind what the framing answers.
    markDirty(connection)
    // Its side took what was in the kernel, be it while the loop was held up.
    if readiness.contains(.output) { connection.lastTaken = now }
    if connection.stream.wantsOutput, readiness.contains(.output) {
      read(connection)
    } else if connection.interest.contains(.input) {
      if !readiness.isDisjoint(with: [.input, .broken]) { read(connection) }
    } else if !readiness.isDisjoint(with: .broken) {
      connection.condemn(.lost)
    }
  }

  private func read(_ connection: Connection) {
    let wasHandshaking = connection.stream.isHandshaking
    let outcome = connection.stream.read(into: &inbox)
    if wasHandshaking, !connection.stream.isHandshaking {
      connection.phaseBegan = now
      arm(connection)
    }
    take(outcome, from: connection)
    if connection.stream.holdsMore, !connection.isDoomed { read(connection) }
  }

  private func take(_ outcome: ByteStream.Outcome, from connection: Connection) {
    switch outcome {
    case .moved(let count):
      guard !connection.isFinishing else { return }
      connection.lastHeard = now
      connection.pinged = nil
      connection.framing.receive(inbox.span.extracting(first: count), into: &actions)
      perform(on: connection)
    case .wouldBlock:
      return
    case .ended:
      connection.hasEnded = true
      guard !connection.isLingering else { return connection.condemn(connection.orderlyCause) }
      guard !connection.isFinishing else { return }
      connection.framing.receiveEnd(into: &actions)
      perform(on: connection)
    case .failed:
      connection.condemn(connection.isFinishing ? connection.orderlyCause : .lost)
    }
  }

  /// Does what the framing asks for, in order; tells the handler what is for it.
  private func perform(on connection: Connection) {
    var actions = self.actions
    self.actions = []
    let wasOpen = actions.count > 1 && connection.status.phase == .open
    for action in actions where !connection.isDoomed {
      switch action {
      case .request(let request) where connection.stream.isExposed:
        redirect(request, of: connection)
      case .request(let request): handler?.received(request, from: connection.id, on: self)
      case .message(let message): handler?.received(message, from: connection.id, on: self)
      case .pong: break
      case .refused(let error):
        handler?.answered(
          error.status.code, because: "\(error)", to: connection.id, on: self)
      case .bodyRefused(let status):
        handler?.answered(
          status, because: "Its body is not wanted.", to: connection.id, on: self)
      case .failed(let error):
        handler?.failed(error, from: connection.id, on: self)
        close(connection.id, error.status, reason: error.description)
      case .closed(let status): connection.orderlyCause = .handshake(status)
      // The handler has closed it: behind a close frame nothing is sent (RFC 6455 §1.4).
      case .write where wasOpen && connection.status.phase != .open: break
      case .write(let bytes): connection.out.append(bytes)
      case .finish: connection.isFinishing = true
      case .cutOff: connection.condemn(.lost)
      }
    }
    actions.removeAll(keepingCapacity: true)
    self.actions = actions
  }

  // MARK: Settling

  /// Has the connection looked at, and what waits for it sent, at the end of the tick.
  func markDirty(_ connection: Connection) {
    guard !connection.isDirty else { return }
    connection.isDirty = true
    connections.setOutlet(nil, of: connection.id)
    dirty.append(connection)
  }

  /// One round. What the handler does meanwhile is settled in the next tick.
  func settleDirty() {
    var round = dirty
    dirty = []
    for connection in round {
      connection.isDirty = false
      settle(connection)
    }
    guard dirty.isEmpty else { return }
    round.removeAll(keepingCapacity: true)
    dirty = round
  }

  private func settle(_ connection: Connection) {
    guard connections[connection.id] != nil else { return }
    if !connection.isDoomed, connection.mayGoOn {
      connection.framing.resume(into: &actions)
      perform(on: connection)
    }
    if !connection.isDoomed { flush(connection) }
    guard !connection.isDoomed else { return remove(connection) }
    if connection.mayGoOn { markDirty(connection) }
    let isNew = notePhase(connection)
    watch(connection)
    // Within a phase a deadline only moves away, unless something is waiting to be taken, or all that was
    // has been, and the answer to a close frame alone is waited for.
    let mayBeSooner =
      connection.isLingering || connection.phase == .closing || !connection.out.isEmpty
    if isNew || mayBeSooner || connection.armed == nil { arm(connection) }
    connections.setOutlet(connection.outlet, of: connection.id)
  }

  private func flush(_ connection: Connection) {
    let before = connection.out.byteCount
    if before > 0 {
      let outcome = connection.out.flush(to: connection.stream, cork: &cork)
      if outcome == .failed { return connection.condemn(.lost) }
    }
    let after = connection.out.byteCount
    let wasChoked = connection.isChoked
    connection.notePressure(limits)
    // What it had sent before it was choked is looked at in the next tick.
    // Nor was it read from meanwhile: it has its time from here.
    if wasChoked, !connection.isChoked {
      connection.phaseBegan = now
      connection.lastHeard = now
      markDirty(connection)
    }
    // It is given its time from when something began to wait, or was taken; and to say something from
    // when it has been given all.
    let hasWaited = connection.interest.contains(.output)
    if after == 0 || after < before || !hasWaited {
      connection.lastTaken = now
      if after > 0 { connection.delivery = connection.stream.delivery }
    }
    if hasWaited, after == 0 {
      connection.lastHeard = now
      // It can answer a close frame that it has.
      if connection.phase == .closing { connection.phaseBegan = now }
    }
    if connection.status.isWebSocket {
      if connection.isOverfull(limits) { return connection.condemn(.tooSlow) }
      tellPace(connection, waiting: after)
    } else if before > 0, after == 0 {
      handler?.delivered(connection.id, on: self)
    }
    if connection.isFinishing, after == 0, !connection.isLingering { linger(connection) }
  }

  private func tellPace(_ connection: Connection, waiting: Int) {
    if waiting > limits.outSoftByteCount, !connection.isBehind {
      connection.isBehind = true
      handler?.fellBehind(connection.id, on: self)
    } else if waiting == 0, connection.isBehind {
      connection.isBehind = false
      handler?.caughtUp(connection.id, on: self)
    }
  }

  /// Everything is out: end our side, and wait a little for the peer to end its own.
  private func linger(_ connection: Connection) {
    connection.stream.endWriting()
    guard !connection.hasEnded else { return connection.condemn(connection.orderlyCause) }
    connection.isLingering = true
    connection.phaseBegan = now
  }

  /// Whether a new phase, or a new request, has begun.
  private func notePhase(_ connection: Connection) -> Bool {
    let (phase, count) = (connection.status.phase, connection.status.requestCount)
    guard phase != connection.phase || count != connection.requestCount else { return false }
    connection.phase = phase
    connection.requestCount = count
    if !connection.isLingering { connection.phaseBegan = now }
    return true
  }

  private func watch(_ connection: Connection) {
    var interest: Poller.Readiness = []
    // What a session cannot go on with before it has written waits in the kernel: to be told of it again
    // and again would keep the loop busy for nothing.
    if connection.wantsInput, !connection.stream.wantsOutput { interest.insert(.input) }
    if !connection.out.isEmpty || connection.stream.wantsOutput { interest.insert(.output) }
    guard interest != connection.interest else { return }
    connection.interest = interest
    poller.change(connection.stream.watched, token: connection.id.token, to: interest)
  }

  private func remove(_ connection: Connection) {
    guard let cause = connection.doom else { return }
    connection.out.removeAll()
    poller.remove(connection.stream.watched)
    connections.remove(connection.id)
    census.leave(connection.peer)
    handler?.closed(connection.id, cause, on: self)
    finishStoppingIfEmpty()
  }
}
