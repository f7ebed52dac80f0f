import Framing
import HTTPTypes
import Hub
import Logging
import Store
import Transport
import Wire

/// What is said over sockets: it goes to the hub, decoded.
extension SessionHandler {
  mutating func upgrade(
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
        // What a stranger calls itself may hold anything: quoted, it stays on its line.
        shared.sessionLog.debug(
          "Said hello.",
          metadata: [
            "session": "\(session.number)", "client": "\(hello.client.debugDescription)",
            "schema": "\(hello.schema)",
          ])
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

  func send(_ frame: EncodedFrame, to id: ConnectionID, on loop: isolated EventLoop) {
    shared.metrics.messagesSent.add()
    loop.send(frame, to: id)
  }

  /// Says what is wrong and closes; the others notice nothing.
  mutating func refuse(
    _ id: ConnectionID, _ code: CloseCode, _ sentence: String, on loop: isolated EventLoop
  ) {
    let wait = code == .rate ? Hub.Limits.rateRetryMilliseconds : nil
    send(.error(ErrorNotice(code, sentence, retryAfterMilliseconds: wait)), to: id, on: loop)
    loop.close(id, CloseStatus(code.rawValue), reason: sentence)
    end(id, on: loop)
  }
}
