import Framing
import HTTPTypes
import Transport

/// What a handler was told.
enum Event: Equatable, Sendable {
  case opened(Peer)
  case refused(AdmissionRefusal)
  case request(String)
  case message(String)
  case failed(WebSocketError)
  case fellBehind
  case caughtUp
  case closed(ClosureCause)
  case timerFired
  case stopping
}

/// Notes what it is told, and does what the test says.
struct TestHandler: ConnectionHandler {
  /// What a test may change: what the handler does beyond noting.
  struct Behaviour: Sendable {
    /// Default: WebSockets are accepted, everything else gets its path back.
    var onRequest: @Sendable (Request, ConnectionID, isolated EventLoop) -> Void = {
      request, id, loop in
      if let offer = try? WebSocketOffer(request) {
        loop.upgrade(id, accepting: offer)
      } else {
        loop.respond(
          HTTPResponse(status: .ok), body: Array((request.head.path ?? "").utf8), to: id)
      }
    }
    /// Default: echo.
    var onMessage: @Sendable (Message, ConnectionID, isolated EventLoop) -> Void = {
      message, id, loop in
      loop.send(.message(message), to: id)
    }
    var onFailed: @Sendable (ConnectionID, isolated EventLoop) -> Void = { _, _ in }
    var onTimer: @Sendable (ConnectionID?, isolated EventLoop) -> Void = { _, _ in }
    var onMail: @Sendable (isolated EventLoop) -> Void = { _ in }
    /// Default: every WebSocket is told that the server restarts.
    var onStopping: @Sendable (Set<ConnectionID>, isolated EventLoop) -> Void = { members, loop in
      for id in members { loop.close(id, .serviceRestart) }
    }
  }

  let events: AsyncStream<Event>.Continuation
  let behaviour: Behaviour
  private var members: Set<ConnectionID> = []

  init(events: AsyncStream<Event>.Continuation, behaviour: Behaviour) {
    self.events = events
    self.behaviour = behaviour
  }

  mutating func opened(_ id: ConnectionID, peer: Peer, on loop: isolated EventLoop) {
    events.yield(.opened(peer))
    members.insert(id)
  }

  mutating func refused(_ refusal: AdmissionRefusal, on loop: isolated EventLoop) {
    events.yield(.refused(refusal))
  }

  mutating func received(_ request: Request, from id: ConnectionID, on loop: isolated EventLoop) {
    events.yield(.request(request.head.path ?? ""))
    behaviour.onRequest(request, id, loop)
  }

  mutating func received(_ message: Message, from id: ConnectionID, on loop: isolated EventLoop) {
    events.yield(.message(String(decoding: message.payload, as: UTF8.self)))
    behaviour.onMessage(message, id, loop)
  }

  mutating func failed(
    _ error: WebSocketError, from id: ConnectionID, on loop: isolated EventLoop
  ) {
    events.yield(.failed(error))
    behaviour.onFailed(id, loop)
  }

  mutating func fellBehind(_ id: ConnectionID, on loop: isolated EventLoop) {
    events.yield(.fellBehind)
  }

  mutating func caughtUp(_ id: ConnectionID, on loop: isolated EventLoop) {
    events.yield(.caughtUp)
  }

  mutating func closed(_ id: ConnectionID, _ cause: ClosureCause, on loop: isolated EventLoop) {
    members.remove(id)
    events.yield(.closed(cause))
  }

  mutating func timerFired(
    _ timer: TimerID, for id: ConnectionID?, on loop: isolated EventLoop
  ) {
    events.yield(.timerFired)
    behaviour.onTimer(id, loop)
  }

  mutating func mailArrived(on loop: isolated EventLoop) { behaviour.onMail(loop) }

  mutating func stopping(on loop: isolated EventLoop) {
    events.yield(.stopping)
    behaviour.onStopping(members, loop)
  }
}
