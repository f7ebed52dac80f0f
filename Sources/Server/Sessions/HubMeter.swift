import Hub
import Logging
import Wire

/// Measures what goes into the hub and comes out of it: above all how long a push waits for its ack.
struct HubMeter {
  private let metrics: Metrics
  private let logger: Logger
  /// When the pushes came whose acks are out still, oldest first, by session: acks keep that order.
  private var arrivals: [SessionID: [ContinuousClock.Instant]] = [:]

  init(_ metrics: Metrics, _ logger: Logger) {
    self.metrics = metrics
    self.logger = logger
  }

  /// Notes what the hub takes out of its mailbox.
  mutating func take(_ letters: [HubLetter]) {
    guard !letters.isEmpty else { return }
    metrics.hubLetters.observe(Double(letters.count))
    for letter in letters {
      switch letter.event {
      case .received(let session, .push(let push), _, _):
        metrics.pushes.add()
        metrics.operations.add(push.operations.count)
        arrivals[session, default: []].append(letter.at)
      case .disconnected(let session): arrivals[session] = nil
      default: break
      }
    }
  }

  /// Notes what the hub puts out.
  mutating func give(_ output: HubOutput) {
    switch output {
    case .send(let session, let message) where message.isAck:
      metrics.acks.add()
      guard let first = arrivals[session]?.first else { return }
      metrics.pushSeconds.observe(first.duration(to: .now))
      arrivals[session]?.removeFirst()
      // Whoever is idle takes no room.
      if arrivals[session]?.isEmpty == true { arrivals[session] = nil }
    case .close(let session, let code, _):
      arrivals[session] = nil
      logger.debug(
        "Closed a session.", metadata: ["session": "\(session.number)", "code": "\(code.rawValue)"])
    default: break
    }
  }

  /// Notes a commit of so many pushes and server edits.
  func note(commitOf pushCount: Int, took duration: Duration) {
    guard pushCount > 0 else { return }
    metrics.commitSeconds.observe(duration)
    metrics.commitPushes.observe(Double(pushCount))
    logger.debug("Committed.", metadata: ["pushes": "\(pushCount)", "took": "\(duration)"])
  }
}
