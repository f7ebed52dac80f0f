package import HTTPTypes

/// The server's side of one connection: HTTP/1.1 first, WebSocket after an upgrade. Bytes in,
/// actions out.
///
/// Requests are told one at a time: what a pipelining client sends beyond the one that waits for its
/// answer is kept, unparsed, until `resume`. So answers leave in the order of their requests
/// (RFC 9112 §9.3.2), and a client cannot heap up work: stop reading while `status.wantsBytes` is false.
/// The same holds behind compressed messages of which much has come.
package struct ServerConnection {
  /// What the connection waits for: timeouts depend on it.
  package enum Phase: Hashable, Sendable {
    /// Between two requests.
    case idle
    /// The rest of a request's head.
    case head
    /// The rest of a request's body.
    case body
    /// Our own answer.
    case answering
    /// WebSocket messages.
    case open
    /// The peer's close frame: ours is out.
    case closing
    /// Nothing any more.
    case finished
  }

  /// Everything an owner asks for between two changes, at once.
  package struct Status: Hashable, Sendable {
    /// What is waited for.
    package var phase: Phase
    /// Requests that were told so far.
    package var requestCount: Int
    /// Whether the upgrade to WebSocket was answered, however the connection fares since.
    package var isWebSocket: Bool
    /// Whether messages may be sent.
    package var acceptsMessages: Bool
    /// Whether messages may go compressed, so that `bytes(of:)` must be asked for a frame's bytes.
    package var isDeflating: Bool
    /// Whether bytes should be read now. Bytes given in spite of it are kept, or ignored once the
    /// connection is over.
    package var wantsBytes: Bool
    /// Whether `resume` would parse bytes that are kept.
    package var hasPending: Bool
  }

  private enum State { case reading, answering, webSocket, finished }

  private let webSocketLimits: WebSocketLimits
  private var state = State.reading
  /// Nil once WebSocket is spoken.
  private var parser: RequestParser?
  private var session: WebSocketSession?
  private let pool: DeflatePool
  private let date: () -> String?
  private var pending: [UInt8] = []
  /// Whether the peer sends nothing more: what is pending is all there is.
  private var hasEnded = false
  /// Whether the request that is coming in is the last to be answered.
  private var endsAfterAnswer = false
  private var context = ResponseEncoder.Context()

  private var requestCount = 0

  /// A new connection. What it inflates and deflates with it shares with others that have `pool`; `date`
  /// tells the `Date` of an answer (RFC 9110 §6.6.1), nil where nobody knows the time.
  package init(
    http: HTTPLimits = HTTPLimits(), webSocket: WebSocketLimits = WebSocketLimits(),
    pool: DeflatePool = DeflatePool(), date: @escaping () -> String? = { nil }
  ) {
    self.pool = pool
    self.date = date
    parser = RequestParser(limits: http)
    webSocketLimits = webSocket
  }

  /// How things stand after the last change.
  package var status: Status {
    Status(
      phase: phase, requestCount: requestCount, isWebSocket: session != nil,
      acceptsMessages: state == .webSocket && session?.isOpen ?? false,
      isDeflating: session?.isDeflating ?? false,
      wantsBytes: state == .finished || state != .answering && pending.isEmpty,
      hasPending: hasPending)
  }

  private var phase: Phase {
    switch state {
    case .answering: .answering
    case .finished: .finished
    case .webSocket: session?.phase ?? .finished
    case .reading:
      switch parser?.phase {
      case .idle: .idle
      case .head: .head
      case .body: .body
      case nil: .finished
      }
    }
  }

  private var hasPending: Bool { !pending.isEmpty && state != .answering }

  /// Takes what was read.
  package mutating func receive(_ bytes: Span<UInt8>, into actions: inout [ConnectionAction]) {
    guard pending.isEmpty, state != .answering else {
      if state != .finished { pending.append(bytes) }
      return
    }
    parse(bytes, into: &actions)
  }

  /// Goes on with the bytes that were kept: after `respond` or `upgrade`, or when others have had their turn.
  package mutating func resume(into actions: inout [ConnectionAction]) {
    guard hasPending else { return }
    let kept = pending
    pending = []
    parse(kept.span, into: &actions)
    guard hasEnded else { return }
    // Of a request that was cut off nothing comes, but the answers to those before it are on their way.
    if state == .reading { finish(into: &actions) } else { receiveEnd(into: &actions) }
  }

  /// Takes note that the peer has ended its side of the stream.
  ///
  /// An HTTP client may do that and still wait for its answers; in the middle of a request, or of a
  /// WebSocket connection, it is the end of both sides.
  package mutating func receiveEnd(into actions: inout [ConnectionAction]) {
    hasEnded = true
    switch state {
    case .finished, .answering: break
    // What came before the end is looked at first, by `resume`.
    case .reading where !pending.isEmpty, .webSocket where !pending.isEmpty: break
    case .reading where phase == .idle: finish(into: &actions)
    case .reading, .webSocket:
      state = .finished
      actions.append(.cutOff)
    }
  }

  private mutating func parse(_ bytes: Span<UInt8>, into actions: inout [ConnectionAction]) {
    switch state {
    case .finished: break
    case .answering: pending.append(bytes)
    case .webSocket:
      let count = session?.receive(
        bytes, inflatedByteCountMax: DeflateLimits.turnByteCountMax, into: &actions)
      pending.append(bytes.extracting((count ?? bytes.count)...))
      if session?.isFinished ?? true { state = .finished }
    case .reading: parseRequests(bytes, into: &actions)
    }
  }

  private mutating func parseRequests(
    _ bytes: Span<UInt8>, into actions: inout [ConnectionAction]
  ) {
    var start = 0
    do {
      while let output = try parser?.next(bytes, from: &start) {
        switch output {
        case .continueExpected:
          actions.append(.write(ResponseEncoder.continuation))
        case .bodyRefused(let answer, let body):
          actions.append(.bodyRefused(answer.status.code))
          refuse(answer, body, into: &actions)
          return
        case .request(let request, let keepsAlive):
          context.isHead = request.head.method == .head
          context.keepsAlive = keepsAlive && !endsAfterAnswer
          requestCount += 1
          state = .answering
          actions.append(.request(request))
          pending.append(bytes.extracting(start...))
          return
        }
      }
    } catch {
      actions.append(.refused(error))
      let response = HTTPResponse(
        status: error.status, headerFields: [.contentType: "text/plain; charset=utf-8"])
      refuse(response, Array("\(error)\n".utf8), into: &actions)
    }
  }

  /// Answers what is not read to its end, which is the last answer.
  private mutating func refuse(
    _ response: HTTPResponse, _ body: [UInt8], into actions: inout [ConnectionAction]
  ) {
    context = ResponseEncoder.Context(isHead: parser?.isHead ?? false, keepsAlive: false)
    answer(response, body: body, into: &actions)
  }

  // MARK: Answering

  /// Answers the request that was told last: by `write`, and `finish` behind the last answer. Traps when
  /// there is none.
  package mutating func respond(
    _ response: HTTPResponse, body: [UInt8], into actions: inout [ConnectionAction]
  ) {
    precondition(state == .answering, "no request waits for an answer")
    precondition(response.status.code >= 200, "a final answer is wanted")
    answer(response, body: body, into: &actions)
  }

  private mutating func answer(
    _ response: HTTPResponse, body: [UInt8], into actions: inout [ConnectionAction]
  ) {
    let isLast = hasEnded && pending.isEmpty
    if isLast || response.headerFields.list(.connection, has: "close") {
      context.keepsAlive = false
    }
    let head = ResponseEncoder.head(
      response, bodyByteCount: body.count, context: context, date: date())
    actions.append(.write(head))
    if !context.isHead, ResponseEncoder.mayHaveBody(response.status), !body.isEmpty {
      actions.append(.write(body))
    }
    state = .reading
    if !context.keepsAlive { finish(into: &actions) }
  }

  /// Answers the request that was told last by `101 Switching Protocols`: by `write`, and `finish` where the
  /// peer has ended its side: to whoever speaks no more nobody listens. Traps when there is none.
  package mutating func upgrade(
    accepting offer: WebSocketOffer, subprotocol: String?, fields: HTTPFields,
    into actions: inout [ConnectionAction]
  ) {
    precondition(state == .answering, "no request waits for an answer")
    var response = HTTPResponse(status: .switchingProtocols, headerFields: fields)
    response.headerFields[.upgrade] = "websocket"
    response.headerFields[.connection] = "Upgrade"
    response.headerFields[.secWebSocketAccept] = AcceptKey.answer(to: offer.key)
    response.headerFields[.secWebSocketProtocol] = subprotocol
    let agreement = webSocketLimits.deflate?.agree(to: offer.extensions)
    response.headerFields[.secWebSocketExtensions] = agreement?.field
    actions.append(
      .write(ResponseEncoder.head(response, bodyByteCount: 0, context: context, date: date())))
    parser = nil
    session = WebSocketSession(
      role: .server, limits: webSocketLimits,
      deflate: agreement.map { DeflateSession($0, pool: pool) })
    state = .webSocket
    if hasEnded, pending.isEmpty { finish(into: &actions) }
  }

  /// Takes messages of so many bytes from here on, in place of what `WebSocketLimits` had. Traps before
  /// the upgrade.
  package mutating func allowMessages(ofAtMost byteCount: Int) {
    precondition(session != nil, "messages follow the handshake")
    session?.limits.messageByteCountMax = byteCount
  }

  /// A frame as this connection's peer gets it: compressed, where that was agreed on and pays. Traps
  /// before the upgrade.
  package mutating func bytes(of frame: EncodedFrame) -> [UInt8] {
    guard let bytes = session?.bytes(of: frame) else {
      preconditionFailure("messages follow the handshake")
    }
    return bytes
  }

  // MARK: Closing

  /// Ends the connection in the orderly way of what it speaks: a WebSocket by a close frame, HTTP
  /// after the answer that is due, or will be to a request of which something has come, or at once if
  /// none is. Closing twice is harmless.
  package mutating func close(
    _ status: CloseStatus, reason: String = "", into actions: inout [ConnectionAction]
  ) {
    switch state {
    case .finished: break
    case .webSocket:
      session?.close(status, reason: reason, into: &actions)
      if session?.isFinished ?? true { state = .finished }
    case .answering: context.keepsAlive = false
    case .reading where phase != .idle || hasPending: endsAfterAnswer = true
    case .reading: finish(into: &actions)
    }
  }

  private mutating func finish(into actions: inout [ConnectionAction]) {
    state = .finished
    pending = []
    actions.append(.finish)
  }
}
