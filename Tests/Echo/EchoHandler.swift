import Framing
import HTTPTypes
import Transport

/// Sends each message back to whoever sent it.
struct EchoHandler: ConnectionHandler {
  private let deflatedFrom: Int

  init(deflatedFrom: Int) {
    self.deflatedFrom = deflatedFrom
  }

  mutating func received(_ request: Request, from id: ConnectionID, on loop: isolated EventLoop) {
    _ = loop.welcome(id, request)
  }

  mutating func received(_ message: Message, from id: ConnectionID, on loop: isolated EventLoop) {
    loop.send(.message(message, deflatedFrom: deflatedFrom), to: id)
  }
}

/// Sends each message to every connection of every loop.
struct FanOutHandler: ConnectionHandler {
  private let outboxes: [Mailbox<EncodedFrame>]
  private let index: Int
  private let deflatedFrom: Int
  private var members: [ConnectionID] = []

  init(_ outboxes: [Mailbox<EncodedFrame>], at index: Int, deflatedFrom: Int) {
    self.outboxes = outboxes
    self.index = index
    self.deflatedFrom = deflatedFrom
  }

  mutating func received(_ request: Request, from id: ConnectionID, on loop: isolated EventLoop) {
    if loop.welcome(id, request) { members.append(id) }
  }

  mutating func received(_ message: Message, from id: ConnectionID, on loop: isolated EventLoop) {
    let frame = EncodedFrame.message(message, deflatedFrom: deflatedFrom)
    loop.send(frame, to: members)
    for (other, outbox) in outboxes.enumerated() where other != index { outbox.post(frame) }
  }

  mutating func mailArrived(on loop: isolated EventLoop) {
    for frame in outboxes[index].drain() { loop.send(frame, to: members) }
  }

  mutating func closed(_ id: ConnectionID, _ cause: ClosureCause, on loop: isolated EventLoop) {
    members.removeAll { $0 == id }
  }
}

extension EventLoop {
  /// Opens a WebSocket for whoever asks for one; anybody else gets the reason why not.
  fileprivate func welcome(_ id: ConnectionID, _ request: Request) -> Bool {
    do {
      upgrade(id, accepting: try WebSocketOffer(request))
      return true
    } catch {
      respond(error.response, body: Array("\(error)\n".utf8), to: id)
      return false
    }
  }
}
