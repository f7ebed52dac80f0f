import Hub

/// An event on its way to the hub.
struct HubLetter: Sendable {
  let event: HubEvent
  /// When it came to the loop that sends it.
  let at: ContinuousClock.Instant
}
