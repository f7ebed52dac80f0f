import Framing
import HTTPTypes
import Logging
import Transport

/// What is asked over HTTP: each question goes to whoever answers it.
extension SessionHandler {
  mutating func received(_ request: Request, from id: ConnectionID, on loop: isolated EventLoop) {
    let route = Route(request.head)
    let asker = Asker()
    waiting[id] = WaitingRequest(
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

  mutating func delivered(_ id: ConnectionID, on loop: isolated EventLoop) {
    largeCalls.delivered(on: id)
  }

  mutating func answer(_ id: ConnectionID, _ reply: Reply, on loop: isolated EventLoop) {
    note(reply.head.status.code, to: id)
    var head = reply.head
    if shared.isSecure { SecurityHeaders.addTransportSecurity(to: &head.headerFields) }
    loop.respond(head, body: reply.body, to: id)
  }

  /// Counts the answer to the request that a connection waits with, and has it logged.
  mutating func note(_ status: Int, to id: ConnectionID) {
    guard let request = waiting.removeValue(forKey: id) else { return }
    let duration = request.start.duration(to: .now)
    shared.metrics.answered(status, in: duration)
    shared.requestLog.debug(
      "Answered.",
      metadata: [
        "method": "\(request.method)",
        // A file that is not there may be a code, too.
        "path": "\(status == 404 ? "/…" : request.place)", "status": "\(status)",
        "took": "\(duration)",
      ])
  }

  private func allowsOrigin(_ head: HTTPRequest) -> Bool {
    // A page elsewhere may not make a browser write here; reading across is the browser's to forbid.
    head.method == .get
      || shared.origins.allows(origin: head.headerFields[.origin], host: head.authority)
  }

  /// Whom to count attempts by: the peer, or whoever the proxy says it speaks for.
  private func address(of id: ConnectionID, _ head: HTTPRequest) -> String {
    if shared.behindProxy, let network = head.forwardedNetwork { return network }
    guard case .address(let address) = peers[id] else { return "" }
    return Network.name(of: address) ?? address
  }
}
