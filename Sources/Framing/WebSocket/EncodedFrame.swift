import Synchronization

/// A server's frame as it goes on the wire: encoded once, then shared by every connection it is sent
/// to.
///
/// Copying the value copies a reference. A frame for 1,000 connections holds its bytes once, also
/// while slow readers have sent only parts of it; and once more compressed, for the first connection
/// that has agreed to that and all others after it.
package struct EncodedFrame: Hashable, Sendable {
  /// Header and unmasked payload, as they are.
  package let bytes: [UInt8]
  /// Nil for what is not worth compressing.
  private let compressed: CompressedForm?

  private init(opcode: Opcode, payload: [UInt8], deflatedFrom byteCountMin: Int = .max) {
    bytes = FrameEncoder.unmasked(opcode: opcode, payload: payload)
    compressed = payload.count < byteCountMin ? nil : CompressedForm()
  }

  /// One unfragmented text message. The payload must be UTF-8; it is not checked again here. From
  /// `deflatedFrom` bytes on it is compressed for whoever has agreed to that.
  package static func text(
    _ payload: [UInt8], deflatedFrom byteCountMin: Int = DeflateLimits.payloadByteCountMin
  ) -> EncodedFrame {
    EncodedFrame(opcode: .text, payload: payload, deflatedFrom: byteCountMin)
  }

  /// One unfragmented text message.
  package static func text(_ string: String) -> EncodedFrame {
    .text(Array(string.utf8))
  }

  /// One unfragmented binary message.
  package static func binary(
    _ payload: [UInt8], deflatedFrom byteCountMin: Int = DeflateLimits.payloadByteCountMin
  ) -> EncodedFrame {
    EncodedFrame(opcode: .binary, payload: payload, deflatedFrom: byteCountMin)
  }

  /// A message sent back as it came, or one of either kind.
  package static func message(
    _ message: Message, deflatedFrom byteCountMin: Int = DeflateLimits.payloadByteCountMin
  ) -> EncodedFrame {
    switch message {
    case .text(let payload): .text(payload, deflatedFrom: byteCountMin)
    case .binary(let payload): .binary(payload, deflatedFrom: byteCountMin)
    }
  }

  /// A ping, which asks the peer for a pong. At most 125 bytes of payload (RFC 6455 §5.5).
  package static func ping(_ payload: [UInt8] = []) -> EncodedFrame {
    precondition(payload.count <= WebSocketLimits.controlPayloadByteCountMax)
    return EncodedFrame(opcode: .ping, payload: payload)
  }

  /// Two frames are equal whose bytes are.
  package static func == (one: EncodedFrame, other: EncodedFrame) -> Bool {
    one.bytes == other.bytes
  }

  /// The bytes stand for the frame.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
  }

  // MARK: Compressing

  /// Whether it is compressed for those who have agreed to that.
  var isDeflatable: Bool { compressed != nil }

  /// The frame for everybody whose messages refer to no others: compressed, if it is worth it.
  package func deflated(by pool: DeflatePool) -> [UInt8] {
    guard let compressed else { return bytes }
    return compressed.once { deflated { payload in pool.deflate(payload) } }
  }

  /// The frame with its payload as `deflate` makes it; as it is where that makes it no smaller.
  func deflated(_ deflate: (Span<UInt8>) -> [UInt8]) -> [UInt8] {
    let frame = alwaysDeflated(deflate)
    return frame.count < bytes.count ? frame : bytes
  }

  /// The frame with its payload as `deflate` makes it.
  func alwaysDeflated(_ deflate: (Span<UInt8>) -> [UInt8]) -> [UInt8] {
    let payload = deflate(bytes.span.extracting(payloadStart...))
    return FrameEncoder.unmasked(firstByte: bytes[0] | 0x40, payload: payload)
  }

  private var payloadStart: Int {
    switch bytes[1] {
    case 126: 4
    case 127: 10
    default: 2
    }
  }
}

/// What the first of several loops has made, and the others wait for.
private final class CompressedForm: Sendable {
  private let form = Mutex<[UInt8]?>(nil)

  func once(_ make: () -> [UInt8]) -> [UInt8] {
    form.withLock { form in
      if let form { return form }
      let made = make()
      form = made
      return made
    }
  }
}
