import Framing
import HTTPTypes
import Hub
import Logging
import Store
import Synchronization
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

  /// A request that waits for its answer.
  private struct Waiting {
    let method: String
    /// What was asked for: the log, where it is asked for each request, tells the beginning of it.
    let path: String
    let route: Route
    let start: ContinuousClock.Instant
    let asker: Asker
  }

  private let shared: Shared
  private let mail: Mailbox<LoopLetter>
  private var numbers: SessionNumbers
  private var peers: [ConnectionID: Peer] = [:]
  private var waiting: [ConnectionID: Waiting] = [:]
  private var largeCalls: LargeCalls
  private var sessions: [ConnectionID: SessionID] = [:]
  private var connections: [SessionID: ConnectionID] = [:]
  /// Whom the last broadcast went to, and their connections: mostly the next goes to the same.
  private var audience: (sessions: [SessionID], connections: [ConnectionID]) = ([], [])
  /// Who is not read from because the hub has pushes enough of theirs.
  private var paused: Set<ConnectionID> = []
  /// Who is not read from because the hub has enough of everybody's, and how many messages came of
  /// each nevertheless.
  private var held: [ConnectionID: Int] = [:]
  /// How many messages came of each that no device is known of.
  private var strangers: [ConnectionID: Int] = [:]
  /// How many pulls of each the hub has not answered yet.
  private var pulls: [ConnectionID: Int] = [:]
  /// Until when the log is not told again that the machine takes nobody more.
  private var complained: ContinuousClock.Instant?
  /// A timer looks at who is held.
  private var isWaiting = false

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
  private func tell(_ event: HubEvent, on loop: isolated EventLoop) {
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
  private mutating func end(_ id: ConnectionID, on loop: isolated EventLoop) {
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

  // MARK: Requests

  mutating func received(_ request: Request, from id: ConnectionID, on loop: isolated EventLoop) {
    let route = Route(request.head)
    let asker = Asker()
    waiting[id] = Waiting(
      method: request.head.method.rawValue, path: request.head.path ?? "", route: route,
      start: .now, asker: asker)
    switch route {
    case .socket: upgrade(request, from: id, on: loop)
    case .file(let file):
      shared.fileDesk.ask(file, request.head, of: asker, replyTo: id, by: mail)
    case .call(let call):
      guard allowsOrigin(request.head) else {
        answer(id, .foreignPage, on: loop)
        return
      }
      let credentials = Credentials(request.head, for: call)
      let client = address(of: id, request.head)
      // Who comes and goes as fast as it likes would else have a desk look it up for ever.
      if let refusal = shared.door.refusal(of: call, credentials, from: client) {
        return answer(id, refusal, on: loop)
      }
      let (secrets, questions) = (credentials.secrets, shared.questions)
      guard questions.begin(by: secrets) else {
        return answer(id, .tooManyQuestions, on: loop)
      }
      if call.isLarge, !largeCalls.begin(for: credentials, on: id) {
        questions.end(by: secrets)
        return answer(id, .tooManyLargeCalls, on: loop)
      }
      shared.desk(of: call).ask(call, request, from: client, of: asker, replyTo: id, by: mail) {
        questions.end(by: secrets)
      }
    case .metrics:
      let isAllowed = shared.audience.includes(peers[id], request.head)
      answer(id, isAllowed ? .metrics(shared.metrics) : .metricsElsewhere, on: loop)
    case .health: answer(id, .healthy, on: loop)
    case .wrongMethod(let allowed): answer(id, .methodNotAllowed(allowed), on: loop)
    case .options(let allowed): answer(id, .options(allowed), on: loop)
    case .unknownMethod: answer(id, .unknownMethod, on: loop)
    case .unknown: answer(id, .notFound, on: loop)
    }
  }

  /// The beginning of a path: what follows names an author or a book, and the query what somebody looks
  /// for, which no log tells. Of an address that is none, nothing: it may be a code in the wrong place.
  private static func place(of request: Waiting) -> String {
    switch request.route {
    case .unknown, .unknownMethod, .wrongMethod, .options: return "/…"
    default: break
    }
    // As it is read: a slash may be written as %2F.
    guard let path = RequestTarget(request.path)?.path else { return "/…" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    let shown = parts.prefix(parts.first == "v1" ? 2 : 1)
    return "/" + shown.joined(separator: "/") + (shown.count < parts.count ? "/…" : "")
  }

  mutating func delivered(_ id: ConnectionID, on loop: isolated EventLoop) {
    largeCalls.delivered(on: id)
  }

  private mutating func answer(_ id: ConnectionID, _ reply: Reply, on loop: isolated EventLoop) {
    note(reply.head.status.code, to: id)
    var head = reply.head
    if shared.isSecure { SecurityHeaders.addTransportSecurity(to: &head.headerFields) }
    loop.respond(head, body: reply.body, to: id)
  }

  /// Counts the answer to the request that a connection waits with, and has it logged.
  private mutating func note(_ status: Int, to id: ConnectionID) {
    guard let request = waiting.removeValue(forKey: id) else { return }
    let duration = request.start.duration(to: .now)
    shared.metrics.answered(status, in: duration)
    shared.requestLog.debug(
      "Answered.",
      metadata: [
        "method": "\(request.method)",
        // A file that is not there may be a code, too.
        "path": "\(status == 404 ? "/…" : Self.place(of: request))", "status": "\(status)",
        "took": "\(duration)",
      ])
  }

  private func allowsOrigin(_ head: HTTPRequest) -> Bool {
    // A page elsewhere may not make a browser write here; reading across is the browser's to forbid.
    head.method == .get
      || shared.origins.allows(origin: head.headerFields[.origin], host: head.authority)
  }

  /// Whom to count attempts by: the peer, or whoever the proxy says it speaks for. What stands before the
  /// last comma, byte by byte, the client may have written, and what is no address nobody else did.
  private func address(of id: ConnectionID, _ head: HTTPRequest) -> String {
    if shared.behindProxy, let forwarded = head.headerFields[.forwardedFor],
      let last = forwarded.utf8.split(separator: UInt8(ascii: ",")).last,
      let network = Network.name(ofForwarded: Substring(last).trimmingSpaces)
    {
      return network
    }
    guard case .address(let address) = peers[id] else { return "" }
    return Network.name(of: address) ?? address
  }

  // MARK: Sockets

  private mutating func upgrade(
    _ request: Request, from id: ConnectionID, on loop: isolated EventLoop
  ) {
    let offer: WebSocketOffer
    do {
      offer = try WebSocketOffer(request)
    } catch {
      var reply = Reply.error(error.response.status, "handshake", error.description)
      reply.head.headerFields.append(contentsOf: error.response.headerFields)
      return answer(id, reply, on: loop)
    }
    let fields = request.head.headerFields
    guard shared.origins.allows(origin: fields[.origin], host: request.head.authority) else {
      return answer(id, .foreignPage, on: loop)
    }
    guard let subprotocol = offer.firstSubprotocol(among: [Wire.subprotocol]) else {
      return answer(
        id,
        .error(.badRequest, "protocol", "This server speaks the subprotocol \(Wire.subprotocol)."),
        on: loop)
    }
    let session = numbers.next()
    sessions[id] = session
    connections[session] = id
    shared.metrics.sockets.add(1)
    shared.sessionLog.debug("A session began.", metadata: ["session": "\(session.number)"])
    note(101, to: id)
    let secrets = Credentials(request.head).secrets
    let known = secrets.first(where: shared.paired.contains)
    if known == nil { strangers[id] = 0 }
    tell(.connected(session, secret: known ?? secrets.first), on: loop)
    loop.upgrade(id, accepting: offer, subprotocol: subprotocol)
    loop.allowMessages(ofAtMost: Limits.strangersMessageByteCountMax, from: id)
  }

  mutating func received(_ message: Message, from id: ConnectionID, on loop: isolated EventLoop) {
    guard let session = sessions[id] else { return }
    shared.metrics.messagesReceived.add()
    guard case .text(let bytes) = message else {
      return refuse(id, .malformed, "Messages are text, not binary.", on: loop)
    }
    do {
      let message = try ClientMessage(decoding: bytes)
      guard mayAsk(message, id) else {
        return refuse(id, .rate, SessionFault.tooManyPulls.message, on: loop)
      }
      var secret: SecretHash?
      if case .hello(let hello) = message {
        secret = hello.token.flatMap { DeviceToken($0) }.map { SecretHash($0.hash) }
        if let secret, shared.paired.contains(secret) { strangers[id] = nil }
        // Whoever names nobody that the hub knows is closed before much comes.
        loop.allowMessages(ofAtMost: Wire.Limits.messageByteCountMax, from: id)
      }
      guard isHeard(id) else {
        return refuse(id, .rate, "Too much came of a device that nobody knows.", on: loop)
      }
      shared.gauge.add(bytes.count)
      tell(.received(session, message, byteCount: bytes.count, secret: secret), on: loop)
      if shared.gauge.isFull { hold(id, on: loop) }
    } catch {
      refuse(id, error.closeCode, error.message, on: loop)
    }
  }

  mutating func failed(
    _ error: WebSocketError, from id: ConnectionID, on loop: isolated EventLoop
  ) {
    if error == .messageTooBig {
      refuse(id, .tooLarge, error.description, on: loop)
    } else {
      loop.close(id, error.status, reason: error.description)
      end(id, on: loop)
    }
  }

  private func send(_ frame: EncodedFrame, to id: ConnectionID, on loop: isolated EventLoop) {
    shared.metrics.messagesSent.add()
    loop.send(frame, to: id)
  }

  /// Says what is wrong and closes; the others notice nothing.
  private mutating func refuse(
    _ id: ConnectionID, _ code: CloseCode, _ sentence: String, on loop: isolated EventLoop
  ) {
    let wait = code == .rate ? Hub.Limits.rateRetryMilliseconds : nil
    send(.error(ErrorNotice(code, sentence, retryAfterMilliseconds: wait)), to: id, on: loop)
    loop.close(id, CloseStatus(code.rawValue), reason: sentence)
    end(id, on: loop)
  }

  // MARK: Pressure

  /// Whether the hub may be bothered with a message: it answers all that is put to it, so what would
  /// come of a thousand pulls at once is not put to it.
  private mutating func mayAsk(_ message: ClientMessage, _ id: ConnectionID) -> Bool {
    guard case .pull = message else { return true }
    pulls[id, default: 0] += 1
    return pulls[id, default: 0] <= Hub.Limits.waitingPullsMax
  }

  /// Whether the hub may be bothered with one more message of this connection: strangers, who may come and
  /// go as fast as they like, would else put more to it than it ever comes to the end of.
  private mutating func isHeard(_ id: ConnectionID) -> Bool {
    guard let count = strangers[id] else { return true }
    strangers[id] = count + 1
    return count < Limits.strangersMessagesMax
  }

  /// Reads nothing from this connection until the hub has less to do.
  private mutating func hold(_ id: ConnectionID, on loop: isolated EventLoop) {
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

  // MARK: Mail

  mutating func mailArrived(on loop: isolated EventLoop) {
    let letters = mail.drain()
    if !letters.isEmpty { shared.metrics.loopLetters.observe(Double(letters.count)) }
    for (place, letter) in letters.enumerated() {
      switch letter {
      case .send(let session, let frame):
        if let id = connections[session] { send(frame, to: id, on: loop) }
      case .page(let session, let frame):
        guard let id = connections[session] else { continue }
        pulls[id] = (pulls[id] ?? 1) - 1
        send(frame, to: id, on: loop)
      case .broadcast(let sessions, let frame):
        if sessions != audience.sessions {
          audience = (sessions, sessions.compactMap { connections[$0] })
        }
        shared.metrics.messagesSent.add(audience.connections.count)
        if place == letters.count - 1 {
          loop.sendNow(frame, to: audience.connections)
        } else {
          loop.send(frame, to: audience.connections)
        }
      case .close(let session, let status, let reason):
        guard let id = connections[session] else { continue }
        loop.close(id, status, reason: reason)
        end(id, on: loop)
      case .pauseReading(let session):
        guard let id = connections[session] else { continue }
        paused.insert(id)
        loop.pauseReading(id)
      case .resumeReading(let session):
        guard let id = connections[session] else { continue }
        paused.remove(id)
        if held[id] == nil { loop.resumeReading(id) }
      case .reply(let id, let reply):
        largeCalls.answered(on: id)
        answer(id, reply, on: loop)
      }
    }
  }
}

extension HTTPField.Name {
  /// `X-Forwarded-For`: whom a proxy speaks for.
  static let forwardedFor = unwrapped("X-Forwarded-For")
}
