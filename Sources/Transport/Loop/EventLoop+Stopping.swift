import Framing

/// Who waits for a loop to have stopped.
struct Farewell {
  var waiting: [@Sendable () -> Void]
}

extension EventLoop {
  /// Begins to stop; `done` is called, on the loop, when the last connection is gone.
  nonisolated func stop(within duration: Duration, _ done: @escaping @Sendable () -> Void) {
    enqueue { loop in loop.beginStopping(within: duration, done) }
  }

  private func beginStopping(within duration: Duration, _ done: @escaping @Sendable () -> Void) {
    guard farewell == nil else {
      farewell?.waiting.append(done)
      return finishStoppingIfEmpty()
    }
    now = ContinuousClock.now
    // What was posted before comes first: to listen, above all.
    runPosts()
    // So does what was mailed, whose bell may not have been heard: acks, above all.
    handler?.mailArrived(on: self)
    farewell = Farewell(waiting: [done])
    stopListening()
    handler?.stopping(on: self)
    for connection in connections.all where !connection.status.isWebSocket {
      close(connection.id, .goingAway)
    }
    // The goodbyes are out before the time is over, however short it is.
    settleDirty()
    insert(.lastCall, at: now + duration)
    bell.ring()
    finishStoppingIfEmpty()
  }

  func finishStoppingIfEmpty() {
    guard connections.count == 0, let waiting = farewell?.waiting else { return }
    farewell?.waiting = []
    retire()
    for done in waiting { done() }
  }
}
