import Framing

/// What a loop has to look at when a time has come.
enum Deadline {
  case connection(ConnectionID)
  case timer(TimerID)
  /// Accept connections again.
  case accepting
  /// Let go of those who were not taken.
  case turnedAway
  /// The time for draining is over.
  case lastCall
}

extension EventLoop {
  /// Calls the handler's `timerFired` once, after `delay` at the earliest. With a connection, the
  /// timer goes when the connection goes.
  package func schedule(after delay: Duration, for id: ConnectionID? = nil) -> TimerID {
    timerCount += 1
    let timer = TimerID(serial: timerCount)
    timers[timer] = .some(id)
    insert(.timer(timer), at: ContinuousClock.now + delay)
    return timer
  }

  /// Takes a timer back. Harmless when it has fired.
  package func cancel(_ timer: TimerID) {
    timers[timer] = nil
  }

  func insert(_ deadline: Deadline, at time: ContinuousClock.Instant) {
    deadlines.insert(deadline, at: time)
    alarm.set(time)
  }

  /// Sees to it that the connection is looked at by its deadline. A deadline that moved away costs
  /// nothing: the entry that is there brings it up again.
  func arm(_ connection: Connection) {
    guard let deadline = connection.deadline(limits) else { return }
    if let armed = connection.armed, armed <= deadline.time { return }
    connection.armed = deadline.time
    insert(.connection(connection.id), at: deadline.time)
  }

  func fireDeadlines() {
    while let due = deadlines.popDue(now) {
      switch due.item {
      case .connection(let id): connectionIsDue(id, due.time)
      case .timer(let timer): timerIsDue(timer)
      case .accepting: resumeAccepting()
      case .turnedAway: turnedAway.letGo()
      case .lastCall: for connection in connections.all { drop(connection.id) }
      }
    }
    if let next = deadlines.earliest { alarm.set(next) }
  }

  private func connectionIsDue(_ id: ConnectionID, _ time: ContinuousClock.Instant) {
    guard let connection = connections[id], connection.armed == time else { return }
    connection.armed = nil
    if let deadline = connection.deadline(limits), deadline.time <= now {
      carryOut(deadline.lapse, on: connection)
    }
    markDirty(connection)
  }

  private func carryOut(_ lapse: Lapse, on connection: Connection) {
    switch lapse {
    case .ping:
      connection.pinged = now
      connection.delivery = connection.stream.delivery
      send(.ping(), to: connection.id)
    case .close:
      close(connection.id, .goingAway)
    case .dropUnlessItTakes where connection.goesOnTaking():
      connection.lastTaken = now
      connection.lastHeard = now
    case .drop, .dropUnlessItTakes:
      connection.condemn(connection.isLingering ? connection.orderlyCause : .timedOut)
    }
  }

  private func timerIsDue(_ timer: TimerID) {
    guard let id = timers.removeValue(forKey: timer) else { return }
    if let id, connections[id] == nil { return }
    handler?.timerFired(timer, for: id, on: self)
  }
}
