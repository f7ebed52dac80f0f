/// What a peer did that RFC 6455 or a limit forbids. Each ends the connection with `status`.
package enum WebSocketError: String, Error, Hashable, Sendable, CaseIterable {
  case unmaskedFrame
  case maskedFrame
  case reservedBits
  case unknownOpcode
  case fragmentedControl
  case controlTooLong
  case nonMinimalLength
  case lengthOverflow
  case unexpectedContinuation
  case interruptedMessage
  case malformedClose
  case invalidCloseStatus
  case invalidText
  case corruptDeflate
  case messageTooBig

  /// The status of the close frame that answers it (RFC 6455 §7.4.1).
  package var status: CloseStatus {
    switch self {
    case .unmaskedFrame, .maskedFrame, .reservedBits, .unknownOpcode, .fragmentedControl,
      .controlTooLong, .nonMinimalLength, .lengthOverflow, .unexpectedContinuation,
      .interruptedMessage, .malformedClose, .invalidCloseStatus:
      .protocolError
    case .invalidText, .corruptDeflate: .invalidPayload
    case .messageTooBig: .messageTooBig
    }
  }
}

extension WebSocketError: CustomStringConvertible {
  /// One sentence, short enough for a close frame's reason.
  package var description: String {
    switch self {
    case .unmaskedFrame: "Frames from a client must be masked."
    case .maskedFrame: "Frames from a server must not be masked."
    case .reservedBits: "A reserved bit is set that means nothing here."
    case .unknownOpcode: "The frame's opcode is reserved."
    case .fragmentedControl: "A control frame must not be fragmented."
    case .controlTooLong: "A control frame is longer than 125 bytes."
    case .nonMinimalLength: "The payload length is not in its shortest form."
    case .lengthOverflow: "The payload length has its highest bit set."
    case .unexpectedContinuation: "There is no message to continue."
    case .interruptedMessage: "A message began before the last one ended."
    case .malformedClose: "A close frame's payload is a single byte."
    case .invalidCloseStatus: "The close status is not one that a frame may carry."
    case .invalidText: "The text is not UTF-8."
    case .corruptDeflate: "The message is not compressed as was agreed on."
    case .messageTooBig: "The message is larger than this server takes."
    }
  }
}
