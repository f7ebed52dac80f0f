import Framing
import Hub
import Logging
import Transport
import Wire

/// One loop's connections: what asks for a file goes to the desk of files, questions to the store to
/// theirs, and what comes over a socket is decoded and goes to the hub.
struct SessionHandler: ConnectionHandler {
  /// What all loops share.
  struct Shared: Sendable {
    let fileDesk: FileDesk
    let origins: OriginRule
    let hub: Mailbox<HubLetter>
    let gauge: InboxGauge
    let paired: PairedSecrets
    let door: Door
    let questions: UnderWay
    let largeCalls: UnderWay
    let desk: CallDesk
    /// The desk of what is long.
    let longDesk: CallDesk
    /// The desk of what e-readers say of their places.
    let placeDesk: CallDesk
    let behindProxy: Bool
    /// Whether browsers come by TLS alone.
    let isSecure: Bool
    let metrics: Metrics
    let audience: MetricsAudience
    let requestLog: Logger
    let sessionLog: Logger

    /// Who answers `call`.
    func desk(of call: Route.Call) -> CallDesk {
      if case .koreader(let call) = call, call.needsDevice { return placeDesk }
      return call.isLong ? longDesk : desk
    }
  }

  let shared: Shared
  let mail: Mailbox<LoopLetter>
  var numbers: SessionNumbers
  var peers: [ConnectionID: Peer] = [:]
  var waiting: [ConnectionID: WaitingRequest] = [:]
  var largeCalls: LargeCalls
  var sessions: [ConnectionID: SessionID] = [:]
  var connections: [SessionID: ConnectionID] = [:]
  /// Whom the last broadcast went to, and their connections: mostly the next goes to the same.
  var audience: (sessions: [SessionID], connections: [ConnectionID]) = ([], [])
  /// Who is not read from because the hub has pushes enough of theirs.
  var paused: Set<ConnectionID> = []
  /// Who is not read from because the hub has enough of everybody's, and how many messages came of
  /// each nevertheless.
  var held: [ConnectionID: Int] = [:]
  /// How many messages came of each that no device is known of.
  var strangers: [ConnectionID: Int] = [:]
  /// How many pulls of each the hub has not answered yet.
  var pulls: [ConnectionID: Int] = [:]
  /// Until when the log is not told again that the machine takes nobody more.
  var complained: ContinuousClock.Instant?
  /// A timer looks at who is held.
  var isWaiting = false

  init(_ shared: Shared, mail: Mailbox<LoopLetter>, numbers: SessionNumbers) {
    self.shared = shared
    self.mail = mail
    self.numbers = numbers
    largeCalls = LargeCalls(shared.largeCalls)
  }

  // MARK: Connections

  mutating func opened(_ id: ConnectionID, peer: Peer, on loop: isolated EventLoop) {
    peers[id] = peer
    shared.metrics.connections.add(1)
    shared.metrics.connectionsAccepted.add()
  }

  mutating func refused(_ refusal: AdmissionRefusal, on loop: isolated EventLoop) {
    shared.metrics.refused(refusal)
    shared.requestLog.debug(
      "Took no connection.", metadata: ["reason": "\(refusal.rawValue)"])
    guard let complaint = refusal.complaint, complained.map({ $0 < loop.now }) ?? true else {
      return
    }
    complained = loop.now + .milliseconds(Limits.complaintMilliseconds)
    shared.requestLog.warning("\(complaint)")
  }

  mutating func answered(
    _ status: Int, because reason: String, to id: ConnectionID, on loop: isolated EventLoop
  ) {
    shared.metrics.answered(status, in: nil)
    shared.requestLog.debug(
      "Refused a request.", metadata: ["status": "\(status)", "reason": "\(reason)"])
  }

  mutating func closed(_ id: ConnectionID, _ cause: ClosureCause, on loop: isolated EventLoop) {
    peers[id] = nil
    waiting.removeValue(forKey: id)?.asker.leave()
    largeCalls.closed(id)
    shared.metrics.connections.add(-1)
    shared.sessionLog.trace(
      "A connection is gone.", metadata: ["connection": "\(id)", "cause": "\(cause)"])
    end(id, on: loop)
  }

  mutating func fellBehind(_ id: ConnectionID, on loop: isolated EventLoop) {
    guard let session = sessions[id] else { return }
    shared.metrics.fellBehind.add()
    tell(.congested(session), on: loop)
  }

  mutating func caughtUp(_ id: ConnectionID, on loop: isolated EventLoop) {
    if let session = sessions[id] { tell(.drained(session), on: loop) }
  }

  /// Tells the hub what happened in this tick.
  func tell(_ event: HubEvent, on loop: isolated EventLoop) {
    shared.hub.post(HubLetter(event: event, at: loop.now))
  }

  mutating func stopping(on loop: isolated EventLoop) {
    let notice = EncodedFrame.error(
      ErrorNotice(.restart, "The server stops; your edits wait until it is back."))
    for id in Array(sessions.keys) {
      send(notice, to: id, on: loop)
      loop.close(id, .serviceRestart, reason: "The server stops.")
      end(id, on: loop)
    }
  }

  /// Forgets the session of a connection and tells the hub, once.
  mutating func end(_ id: ConnectionID, on loop: isolated EventLoop) {
    paused.remove(id)
    held[id] = nil
    strangers[id] = nil
    pulls[id] = nil
    guard let session = sessions.removeValue(forKey: id) else { return }
    connections[session] = nil
    shared.metrics.sockets.add(-1)
    shared.sessionLog.debug("A session ended.", metadata: ["session": "\(session.number)"])
    tell(.disconnected(session), on: loop)
  }
}
