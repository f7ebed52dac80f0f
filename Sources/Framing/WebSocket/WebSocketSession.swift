/// A WebSocket connection after its opening handshake (RFC 6455 §5–§7), either side: bytes in,
/// actions out.
///
/// Pings are answered, messages are put together and checked, the closing handshake is kept. What is
/// wrong is told as `failed` with the byte that shows it; then nothing more is read, and `close` sends
/// the last frame.
package struct WebSocketSession {
  /// Which side we are.
  package enum Role: Sendable {
    /// Expects masked frames, sends unmasked ones.
    case server
    /// Expects unmasked frames, and masks its own with keys from here: random ones (§10.3).
    case client(nextKey: @Sendable () -> UInt32)
  }

  private enum State { case open, closeSent, failed, finished }

  private let role: Role
  /// May become others between two messages: strangers are allowed less.
  var limits: WebSocketLimits
  private var state = State.open
  private var headers: FrameHeaderReader
  /// The frame whose payload is being read, and how much of it is still to come.
  private var frame: FrameHeader?
  private var payloadLeft = 0
  private var control: [UInt8] = []
  private var message: [UInt8] = []
  private var messageOpcode: Opcode?
  private var isCompressed = false
  /// Bytes of the compressed messages that ended in what was read last.
  private var inflatedByteCount = 0
  private var text = UTF8Validator()
  /// Present where permessage-deflate was agreed on.
  private var deflate: DeflateSession?

  /// A session at its beginning, without extensions.
  package init(role: Role, limits: WebSocketLimits = WebSocketLimits()) {
    self.init(role: role, limits: limits, deflate: nil)
  }

  init(role: Role, limits: WebSocketLimits, deflate: DeflateSession?) {
    self.role = role
    self.limits = limits
    self.deflate = deflate
    let expectsMask = if case .server = role { true } else { false }
    headers = FrameHeaderReader(expectsMask: expectsMask, allowsCompressed: deflate != nil)
  }

  /// Whether messages may be sent.
  package var isOpen: Bool { state == .open || state == .failed }

  var isDeflating: Bool { deflate != nil }

  var isFinished: Bool { state == .finished }

  var phase: ServerConnection.Phase {
    switch state {
    case .open, .failed: .open
    case .closeSent: .closing
    case .finished: .finished
    }
  }

  // MARK: Sending

  /// A message as one frame of this side. A server that sends the same to many encodes an
  /// `EncodedFrame` once instead.
  package func encode(_ message: Message) -> [UInt8] {
    switch message {
    case .text(let payload): encode(.text, payload)
    case .binary(let payload): encode(.binary, payload)
    }
  }

  /// A frame as this session's peer gets it: compressed, where that was agreed on and pays.
  mutating func bytes(of frame: EncodedFrame) -> [UInt8] {
    deflate?.bytes(of: frame) ?? frame.bytes
  }

  private func encode(_ opcode: Opcode, _ payload: [UInt8]) -> [UInt8] {
    switch role {
    case .server: FrameEncoder.unmasked(opcode: opcode, payload: payload)
    case .client(let nextKey):
      FrameEncoder.masked(opcode: opcode, payload: payload, key: nextKey())
    }
  }

  /// Begins the closing handshake, or ends a session that has failed. Closing twice is harmless.
  package mutating func close(
    _ status: CloseStatus?, reason: String = "", into actions: inout [ConnectionAction]
  ) {
    guard state == .open || state == .failed else { return }
    precondition(status?.isValidOnWire ?? true, "a status that a frame may carry")
    let payload = CloseFrame(status: status, reason: reason).payload
    actions.append(.write(encode(.close, payload)))
    if state == .open {
      state = .closeSent
    } else {
      finish(into: &actions)
    }
  }

  // MARK: Receiving

  /// Takes what was read: all of it, or up to the end of the message by which more than
  /// `inflatedByteCountMax` bytes were inflated.
  ///
  /// - Returns: How many bytes were taken, or are of no use any more; what is left is to be given again.
  @discardableResult
  package mutating func receive(
    _ bytes: Span<UInt8>, inflatedByteCountMax: Int = .max, into actions: inout [ConnectionAction]
  ) -> Int {
    var at = 0
    inflatedByteCount = 0
    do {
      while inflatedByteCount <= inflatedByteCountMax, state == .open || state == .closeSent {
        if frame == nil {
          guard try readHeader(bytes, &at) else { return at }
        }
        try readPayload(bytes, &at)
        guard payloadLeft == 0 else { return at }
        try endFrame(into: &actions)
      }
    } catch {
      fail(error, into: &actions)
    }
    let isReading = state == .open || state == .closeSent
    return isReading ? at : bytes.count
  }

  private mutating func readHeader(
    _ bytes: Span<UInt8>, _ at: inout Int
  ) throws(WebSocketError) -> Bool {
    while at < bytes.count {
      let header = try headers.read(bytes[at])
      at += 1
      guard let header else { continue }
      try begin(header)
      return true
    }
    return false
  }

  private mutating func begin(_ header: FrameHeader) throws(WebSocketError) {
    switch header.opcode {
    case .close, .ping, .pong: break
    case .continuation:
      guard messageOpcode != nil else { throw .unexpectedContinuation }
    case .text, .binary:
      guard messageOpcode == nil else { throw .interruptedMessage }
      messageOpcode = header.opcode
      isCompressed = header.isCompressed
    }
    // How much comes of compressed bytes shows as they are inflated.
    if !header.opcode.isControl, !isCompressed {
      guard header.payloadByteCount <= limits.messageByteCountMax - message.count else {
        throw .messageTooBig
      }
    }
    frame = header
    payloadLeft = header.payloadByteCount
  }

  /// Memory grows with what came, not with what was announced.
  private mutating func readPayload(
    _ bytes: Span<UInt8>, _ at: inout Int
  ) throws(WebSocketError) {
    guard let frame else { return }
    let count = min(payloadLeft, bytes.count - at)
    let piece = bytes.extracting(at..<at + count)
    let phase = frame.payloadByteCount - payloadLeft
    at += count
    payloadLeft -= count
    if frame.opcode.isControl {
      Self.append(piece, mask: frame.mask, phase: phase, to: &control)
      return
    }
    let start = message.count
    if isCompressed {
      do throws(WebSocketError) {
        try deflate?.inflate(
          piece, mask: frame.mask, phase: phase, appendingTo: &message,
          byteCountMax: limits.messageByteCountMax)
      } catch {
        // What is wrong first is told first, in however many pieces it came.
        try checkText(from: start)
        throw error
      }
    } else {
      Self.append(piece, mask: frame.mask, phase: phase, to: &message)
    }
    try checkText(from: start)
  }

  private mutating func checkText(from start: Int) throws(WebSocketError) {
    guard messageOpcode == .text else { return }
    var text = text
    guard text.accept(message.span.extracting(start...)) else { throw .invalidText }
    self.text = text
  }

  private static func append(
    _ piece: Span<UInt8>, mask: UInt32?, phase: Int, to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    bytes.append(piece)
    if let mask { Mask.apply(mask, to: &bytes, from: start, phase: phase) }
  }

  private mutating func endFrame(
    into actions: inout [ConnectionAction]
  ) throws(WebSocketError) {
    guard let ended = frame else { return }
    frame = nil
    if ended.opcode.isControl {
      let payload = control
      control = []
      return try endControl(ended.opcode, payload, into: &actions)
    }
    guard ended.isFinal else { return }
    if isCompressed {
      let start = message.count
      try deflate?.endMessage(
        appendingTo: &message, byteCountMax: limits.messageByteCountMax)
      try checkText(from: start)
    }
    guard text.isAtBoundary else { throw .invalidText }
    let payload = message
    let isText = messageOpcode == .text
    if isCompressed { inflatedByteCount += payload.count }
    message = []
    messageOpcode = nil
    isCompressed = false
    // What comes after our close frame is read, but no longer of use (§5.5.1).
    guard state == .open else { return }
    actions.append(.message(isText ? .text(payload) : .binary(payload)))
  }

  private mutating func endControl(
    _ opcode: Opcode, _ payload: [UInt8], into actions: inout [ConnectionAction]
  ) throws(WebSocketError) {
    switch opcode {
    case .ping:
      if state == .open { actions.append(.write(encode(.pong, payload))) }
    case .pong:
      actions.append(.pong(payload))
    case .close:
      let close = try CloseFrame(payload: payload)
      if state == .open {
        let answer = CloseFrame(status: close.status, reason: "")
        actions.append(.write(encode(.close, answer.payload)))
      }
      actions.append(.closed(close.status))
      finish(into: &actions)
    case .continuation, .text, .binary:
      preconditionFailure("\(opcode) is no control frame")
    }
  }

  private mutating func fail(_ error: WebSocketError, into actions: inout [ConnectionAction]) {
    message = []
    control = []
    deflate?.letGo()
    if state == .closeSent {
      finish(into: &actions)  // Our close frame is out already.
    } else {
      state = .failed
      actions.append(.failed(error))
    }
  }

  private mutating func finish(into actions: inout [ConnectionAction]) {
    state = .finished
    actions.append(.finish)
  }
}
