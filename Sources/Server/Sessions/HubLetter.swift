import Hub
import Wire

/// An event on its way to the hub.
struct HubLetter: Sendable {
  let event: HubEvent
  /// When it came to the loop that sends it.
  let at: ContinuousClock.Instant
}

extension [HubLetter] {
  /// What happened, but for what those ask who are gone by now: who comes and goes as fast as it can would
  /// else have pages made without end, which nobody takes.
  var events: [HubEvent] {
    let events = map(\.event)
    var gone: Set<SessionID> = []
    for case .disconnected(let session) in events { gone.insert(session) }
    guard !gone.isEmpty else { return events }
    return events.filter { event in
      guard case .received(let session, .pull, _, _) = event else { return true }
      return !gone.contains(session)
    }
  }
}
