/// A server's frame as it goes on the wire: encoded once, then shared by every connection it is sent
/// to.
///
/// Copying the value copies a reference. A frame for 1,000 connections holds its bytes once, also
/// while slow readers have sent only parts of it.
package struct EncodedFrame: Hashable, Sendable {
  /// Header and unmasked payload.
  package let bytes: [UInt8]

  init(opcode: Opcode, payload: [UInt8]) {
    bytes = FrameEncoder.unmasked(opcode: opcode, payload: payload)
  }

  /// One unfragmented text message. The payload must be UTF-8; it is not checked again here.
  package static func text(_ payload: [UInt8]) -> EncodedFrame {
    EncodedFrame(opcode: .text, payload: payload)
  }

  /// One unfragmented text message.
  package static func text(_ string: String) -> EncodedFrame {
    EncodedFrame(opcode: .text, payload: Array(string.utf8))
  }

  /// One unfragmented binary message.
  package static func binary(_ payload: [UInt8]) -> EncodedFrame {
    EncodedFrame(opcode: .binary, payload: payload)
  }

  /// A message sent back as it came, or one of either kind.
  package static func message(_ message: Message) -> EncodedFrame {
    switch message {
    case .text(let payload): .text(payload)
    case .binary(let payload): .binary(payload)
    }
  }

  /// A ping, which asks the peer for a pong. At most 125 bytes of payload (RFC 6455 §5.5).
  package static func ping(_ payload: [UInt8] = []) -> EncodedFrame {
    precondition(payload.count <= WebSocketLimits.controlPayloadByteCountMax)
    return EncodedFrame(opcode: .ping, payload: payload)
  }

  static func pong(_ payload: [UInt8]) -> EncodedFrame {
    EncodedFrame(opcode: .pong, payload: payload)
  }

  static func close(_ status: CloseStatus?, reason: String) -> EncodedFrame {
    EncodedFrame(opcode: .close, payload: CloseFrame(status: status, reason: reason).payload)
  }
}
