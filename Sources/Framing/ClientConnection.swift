package import HTTPTypes

/// The client's side of one WebSocket connection: the opening handshake (RFC 6455 §4.1), then frames.
/// Bytes in, actions out.
package struct ClientConnection {
  private enum State {
    case opening(ResponseParser)
    case open(WebSocketSession)
    case over
  }

  private let request: WebSocketRequest
  private let limits: WebSocketLimits
  private let nextMask: @Sendable () -> UInt32
  private var state = State.opening(
    ResponseParser(bodyByteCountMax: WebSocketLimits.refusalByteCountMax))

  /// A connection that asks by `request`, takes messages of at most `limits`, and masks its own with
  /// keys from `nextMask`: random ones (RFC 6455 §10.3).
  package init(
    _ request: WebSocketRequest, limits: WebSocketLimits,
    nextMask: @escaping @Sendable () -> UInt32
  ) {
    self.request = request
    self.limits = limits
    self.nextMask = nextMask
  }

  /// What to send first.
  package var opening: [UInt8] { request.bytes }

  /// Whether messages may be sent.
  package var isOpen: Bool {
    guard case .open(let session) = state else { return false }
    return session.isOpen
  }

  /// Takes what was read.
  ///
  /// - Returns: Whether the connection has opened by it.
  /// - Throws: Why it will never open; nothing more is to be read then.
  package mutating func receive(
    _ bytes: Span<UInt8>, into actions: inout [ConnectionAction]
  ) throws(OpeningError) -> Bool {
    switch state {
    case .over: return false
    case .open(var session):
      // Nothing else may hold the session while its buffers grow, or each piece would copy them.
      state = .over
      session.receive(bytes, into: &actions)
      if !session.isFinished { state = .open(session) }
      return false
    case .opening(var parser):
      state = .over
      var start = 0
      let answer: Response?
      do throws(ResponseError) {
        answer = try parser.next(bytes, from: &start)
      } catch {
        throw .unreadable(error)
      }
      guard let answer else {
        state = .opening(parser)
        return false
      }
      try request.check(answer)
      var session = WebSocketSession(role: .client(nextKey: nextMask), limits: limits)
      session.receive(bytes.extracting(start...), into: &actions)
      if !session.isFinished { state = .open(session) }
      return true
    }
  }

  /// Takes note that the server has ended the stream.
  ///
  /// - Throws: Why the connection never opened, where it did not.
  package mutating func receiveEnd() throws(OpeningError) {
    guard case .opening(var parser) = state else {
      state = .over
      return
    }
    state = .over
    let answer: Response
    do throws(ResponseError) {
      answer = try parser.end()
    } catch {
      throw .unreadable(error)
    }
    try request.check(answer)
  }

  /// A text message as a frame. The connection must be open, and the payload UTF-8.
  package func encodeText(_ payload: [UInt8]) -> [UInt8] {
    guard case .open(let session) = state else {
      preconditionFailure("messages follow the handshake")
    }
    return session.encode(.text(payload))
  }

  /// Begins the closing handshake. Closing what is not open, or twice, is harmless.
  package mutating func close(
    _ status: CloseStatus?, reason: String, into actions: inout [ConnectionAction]
  ) {
    guard case .open(var session) = state else { return }
    session.close(status, reason: reason, into: &actions)
    state = session.isFinished ? .over : .open(session)
  }
}

/// Why a WebSocket did not open.
package enum OpeningError: Error, Hashable, Sendable {
  /// The answer is not HTTP, or was cut short.
  case unreadable(ResponseError)
  /// The server answered, but by no `101`.
  case refused(Response)
  /// The `101` does not fit what was asked (RFC 6455 §4.1): the name of the field that is wrong.
  case mismatched(field: HTTPField.Name)
}
