import Framing

/// Everything a loop knows of one connection. Confined to its loop.
final class Connection {
  let id: ConnectionID
  let peer: Peer
  var stream: ByteStream
  var framing: ServerConnection {
    didSet { status = framing.status }
  }
  /// How the framing stands: asked for at every send, when a copy of all of it would show.
  private(set) var status: ServerConnection.Status
  var out = OutBuffer()

  /// What the epoll set watches it for.
  var interest: Poller.Readiness = .input
  /// It is in the loop's list of connections to settle at the end of the tick.
  var isDirty = false
  /// The handler wants nothing read.
  var isPaused = false
  /// So much waits for it that nothing is read until it has taken some.
  private(set) var isChoked = false
  /// `fellBehind` was told, `caughtUp` not yet.
  var isBehind = false
  /// The peer has ended its side.
  var hasEnded = false
  /// Nothing more will be written than what is in `out`.
  var isFinishing = false
  /// Our side is ended: what comes is thrown away until the peer ends its side.
  var isLingering = false
  /// It is to be removed, for this reason.
  private(set) var doom: ClosureCause?
  /// Why it will have ended if it ends in an orderly way.
  var orderlyCause = ClosureCause.finished

  /// What its deadline depends on: see `deadline`.
  var phase = ServerConnection.Phase.idle
  var requestCount = 0
  var phaseBegan: ContinuousClock.Instant
  var lastHeard: ContinuousClock.Instant
  var lastTaken: ContinuousClock.Instant
  /// How far the peer had come with what it was sent when the time began in which it has to come further.
  var delivery: Delivery?
  /// When a ping was sent, where that was after `lastHeard`.
  var pinged: ContinuousClock.Instant?
  /// The earliest of its entries in the loop's deadlines that is still of use.
  var armed: ContinuousClock.Instant?

  init(
    id: ConnectionID, peer: Peer, stream: ByteStream, limits: TransportLimits, pool: DeflatePool,
    date: HTTPDate, now: ContinuousClock.Instant
  ) {
    self.id = id
    self.peer = peer
    self.stream = stream
    framing = ServerConnection(
      http: limits.http, webSocket: limits.webSocket, pool: pool, date: date.now)
    status = framing.status
    phaseBegan = now
    lastHeard = now
    lastTaken = now
  }

  var isDoomed: Bool { doom != nil }

  /// Marks it for removal; the first cause stands.
  func condemn(_ cause: ClosureCause) {
    doom = doom ?? cause
  }

  /// Changes the framing on our own behalf, where only writing and finishing can come of it.
  func apply(_ change: (inout ServerConnection, inout [ConnectionAction]) -> Void) {
    var actions: [ConnectionAction] = []
    change(&framing, &actions)
    for action in actions {
      switch action {
      case .write(let bytes): out.append(bytes)
      case .finish: isFinishing = true
      default: preconditionFailure("\(action) comes of what a peer sends")
      }
    }
  }

  /// Lets a message wait to be sent. Asking the framing costs a look at how it stands afterwards: only
  /// who deflates does.
  func append(_ frame: EncodedFrame) {
    out.append(status.isDeflating ? framing.bytes(of: frame) : frame.bytes)
  }

  /// Where a message for it may be written at once: nothing waits before it, and it goes as it is.
  var outlet: Outlet? {
    let isFree = out.isEmpty && !isDirty && !isDoomed
    return isFree && status.acceptsMessages && !status.isDeflating ? stream.outlet : nil
  }

  /// Takes note of how much waits for it.
  func notePressure(_ limits: TransportLimits) {
    guard status.isWebSocket else {
      isChoked = out.weight > limits.answersPauseByteCount
      return
    }
    isChoked = out.weight > (isChoked ? limits.outSoftByteCount : limits.outPauseByteCount)
  }

  /// Whether more waits for it than may be heaped up, or than may be told at once.
  func isOverfull(_ limits: TransportLimits) -> Bool {
    guard out.byteCount > limits.outHardByteCount else { return false }
    let largeByteCount = out.byteCount(ofPiecesOver: limits.outHardByteCount)
    return out.byteCount - largeByteCount > limits.outHardByteCount
      || largeByteCount > limits.outMessageByteCountMax
  }

  /// Whether the epoll set should watch it for input.
  var wantsInput: Bool {
    !hasEnded && (isLingering || isFinishing || (!isPaused && !isChoked && status.wantsBytes))
  }

  /// Whether what came of it before is to be looked at.
  var mayGoOn: Bool { !isPaused && !isChoked && status.hasPending }

  /// Whether the peer has taken some of what is on its way since it was last looked at.
  func goesOnTaking() -> Bool {
    let earlier = delivery
    delivery = stream.delivery
    guard let earlier, let delivery else { return false }
    return delivery.goesOn(since: earlier)
  }

  /// When something must have happened, and what is to be done if it has not.
  func deadline(_ limits: TransportLimits) -> (time: ContinuousClock.Instant, lapse: Lapse)? {
    if isLingering { return (phaseBegan + limits.lingerTimeout, .drop) }
    if stream.isHandshaking { return (phaseBegan + limits.handshakeTimeout, .drop) }
    let silence = silenceDeadline(limits)
    guard !out.isEmpty else { return silence }
    let stall = lastTaken + limits.stallTimeout
    if let silence, silence.time < stall { return silence }
    return (stall, .dropUnlessItTakes)
  }

  private func silenceDeadline(
    _ limits: TransportLimits
  ) -> (time: ContinuousClock.Instant, lapse: Lapse)? {
    switch phase {
    case .idle where status.requestCount == 0: (phaseBegan + limits.headTimeout, .drop)
    // Who has not been given the answer cannot be expected to ask, and a pong waits behind what waits.
    case .idle where !out.isEmpty, .open where !out.isEmpty, .closing where !out.isEmpty: nil
    case .idle: (max(lastHeard, phaseBegan) + limits.keepAliveTimeout, .close)
    case .head where isChoked, .body where isChoked: nil
    case .head: (phaseBegan + limits.headTimeout, .drop)
    case .body: (min(lastHeard + limits.bodyTimeout, phaseBegan + limits.bodyDurationMax), .drop)
    case .answering: nil
    case .open where isPaused || isChoked: nil
    case .open:
      // Where the loop was held up, as by a machine that slept, the peer has its time all the same.
      if let pinged {
        (max(lastHeard, pinged - limits.idleTimeout / 2) + limits.idleTimeout, .dropUnlessItTakes)
      } else {
        (lastHeard + limits.idleTimeout / 2, .ping)
      }
    case .closing: (phaseBegan + limits.closeTimeout, .drop)
    case .finished: nil
    }
  }
}

/// What is done to a connection whose deadline has come.
enum Lapse {
  /// It is asked whether it is there.
  case ping
  /// It is closed in an orderly way.
  case close
  /// It is dropped.
  case drop
  /// It is dropped, but for a peer that goes on taking what it was sent, however slowly: it is given the
  /// same time once more.
  case dropUnlessItTakes
}
