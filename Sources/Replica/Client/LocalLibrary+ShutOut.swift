import Dispatch

/// How a device that was let in once, and is no longer, finds out that it is again: a server that ran for a
/// moment on other data knows it as before, and nobody tells. A browser does the same (Web/transport/leader.js).
extension LocalLibrary {
  /// Whether nothing is tried, for this is not the server of what is kept here. Without a secret there is
  /// nothing to ask: that one is no device of the server's is sure.
  private var isShutOut: Bool {
    token != nil && (machine.connection.phase == .unpaired || machine.foreignLibrary != nil)
  }

  /// Sees to it that the server is asked again where it has shut this device out, and only there.
  func askLater() {
    if machine.connection.phase == .online { shutOut.count = 0 }
    guard isShutOut, !isClosing else { return shutOut.ticket = nil }
    guard shutOut.ticket == nil else { return }
    ticketCount += 1
    let ticket = ticketCount
    shutOut.ticket = ticket
    let wait = shutOut.wait(chance: Turn.now().chance)
    executor.queue.asyncAfter(deadline: .now() + .milliseconds(wait)) { [weak self] in
      self?.assumeIsolated { if $0.shutOut.ticket == ticket { $0.askAgain() } }
    }
  }

  /// Asks whether it is let in by now, where it was not; nothing is sent before the library is known to be
  /// the one that is kept here.
  func askAgain() {
    if isShutOut, !isClosing { handle(.paired(token: nil)) }
  }
}

/// How often a server has shut this device out, one time after another, and when it is asked again.
struct ShutOut {
  var firstMilliseconds = Limits.shutOutRetryMilliseconds
  var count = 0
  /// That of the question to come; one that stands here no longer is not asked.
  var ticket: Int?

  /// How long to wait this time, in milliseconds.
  mutating func wait(chance: Double) -> Int {
    let whole = min(Limits.shutOutRetryMillisecondsMax, firstMilliseconds << min(count, 16))
    count += 1
    return Backoff.milliseconds(asked: whole, chance: chance)
  }
}
