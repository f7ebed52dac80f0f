import Hub
import Transport
import Wire

/// Who asks too much, or sends more than the hub takes, waits, or is let go.
extension SessionHandler {
  /// Whether the hub may be bothered with a message: it answers all that is put to it, so what would
  /// come of a thousand pulls at once is not put to it.
  mutating func mayAsk(_ message: ClientMessage, _ id: ConnectionID) -> Bool {
    guard case .pull = message else { return true }
    pulls[id, default: 0] += 1
    return pulls[id, default: 0] <= Hub.Limits.waitingPullsMax
  }

  /// Whether the hub may be bothered with one more message of this connection: strangers, who may come and
  /// go as fast as they like, would else put more to it than it ever comes to the end of.
  mutating func isHeard(_ id: ConnectionID) -> Bool {
    guard let count = strangers[id] else { return true }
    strangers[id] = count + 1
    return count < Limits.strangersMessagesMax
  }

  /// Reads nothing from this connection until the hub has less to do.
  mutating func hold(_ id: ConnectionID, on loop: isolated EventLoop) {
    let count = (held[id] ?? 0) + 1
    guard count <= Limits.heldMessagesMax else {
      return refuse(id, .rate, "The server has too much to do; try again in a moment.", on: loop)
    }
    if !isWaiting {
      isWaiting = true
      _ = loop.schedule(after: Limits.inboxPause)
    }
    held[id] = count
    loop.pauseReading(id)
  }

  mutating func timerFired(
    _ timer: TimerID, for id: ConnectionID?, on loop: isolated EventLoop
  ) {
    guard !shared.gauge.isFull else {
      _ = loop.schedule(after: Limits.inboxPause)
      return
    }
    isWaiting = false
    for id in held.keys where !paused.contains(id) { loop.resumeReading(id) }
    held = [:]
  }
}
