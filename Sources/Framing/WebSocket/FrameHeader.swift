/// The head of one frame (RFC 6455 §5.2), checked against what needs no memory of other frames.
struct FrameHeader: Equatable {
  var isFinal: Bool
  var opcode: Opcode
  /// RSV1: the frame begins a compressed message (RFC 7692 §6).
  var isCompressed = false
  /// The masking key as its four bytes stand on the wire, the first one lowest; nil if unmasked.
  var mask: UInt32?
  var payloadByteCount: Int
}

/// Reads frame headers byte by byte, so that what is wrong is seen with the byte that is wrong.
///
///      0               1               2               3
///      0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
///     +-+-+-+-+-------+-+-------------+-------------------------------+
///     |F|R|R|R| opcode|M| length      | extended length: 0, 16, 64 bits
///     |I|S|S|S|  (4)  |A|    (7)      | (if length is 126 or 127)
///     |N|V|V|V|       |S|             |
///     +-+-+-+-+-------+-+-------------+ - - - - - - - - - - - - - - - +
///     | masking key, if MASK is set: 32 bits          | payload …
///     +-----------------------------------------------+ - - - - - - - +
struct FrameHeaderReader {
  private enum Awaited {
    case first
    case second
    case extendedLength(left: Int, size: Int)
    case mask(index: Int)
  }

  private let expectsMask: Bool
  /// Whether permessage-deflate was agreed on.
  private let allowsCompressed: Bool
  private var awaited = Awaited.first
  private var isFinal = false
  private var opcode = Opcode.continuation
  private var isCompressed = false
  private var length: UInt64 = 0
  private var mask: UInt32 = 0

  init(expectsMask: Bool, allowsCompressed: Bool) {
    self.expectsMask = expectsMask
    self.allowsCompressed = allowsCompressed
  }

  /// Takes the next byte; the header, once it is whole.
  ///
  /// - Throws: what the byte shows to be wrong.
  mutating func read(_ byte: UInt8) throws(WebSocketError) -> FrameHeader? {
    switch awaited {
    case .first:
      guard byte & 0x30 == 0 else { throw .reservedBits }
      guard let opcode = Opcode(rawValue: byte & 0x0F) else { throw .unknownOpcode }
      isFinal = byte & 0x80 != 0
      isCompressed = byte & 0x40 != 0
      guard !isCompressed || allowsCompressed && opcode.beginsMessage else { throw .reservedBits }
      guard isFinal || !opcode.isControl else { throw .fragmentedControl }
      self.opcode = opcode
      awaited = .second
      return nil
    case .second:
      try readSecond(byte)
    case .extendedLength(let left, let size):
      length = length << 8 | UInt64(byte)
      guard left == 1 else {
        awaited = .extendedLength(left: left - 1, size: size)
        return nil
      }
      try checkExtendedLength(size: size)
      awaited = .mask(index: 0)
    case .mask(let index):
      mask |= UInt32(byte) << (8 * UInt32(index))
      guard index < 3 else { return finish() }
      awaited = .mask(index: index + 1)
    }
    guard !expectsMask, case .mask = awaited else { return nil }
    return finish()
  }

  private mutating func readSecond(_ byte: UInt8) throws(WebSocketError) {
    let isMasked = byte & 0x80 != 0
    guard isMasked == expectsMask else { throw expectsMask ? .unmaskedFrame : .maskedFrame }
    let short = byte & 0x7F
    guard short < 126 || !opcode.isControl else { throw .controlTooLong }
    mask = 0
    length = 0
    switch short {
    case 126: awaited = .extendedLength(left: 2, size: 2)
    case 127: awaited = .extendedLength(left: 8, size: 8)
    default:
      length = UInt64(short)
      awaited = .mask(index: 0)
    }
  }

  /// "The minimal number of bytes MUST be used", and the most significant bit must be 0 (§5.2).
  private func checkExtendedLength(size: Int) throws(WebSocketError) {
    guard length <= UInt64(Int.max) else { throw .lengthOverflow }
    guard length > (size == 2 ? 125 : 0xFFFF) else { throw .nonMinimalLength }
  }

  private mutating func finish() -> FrameHeader {
    awaited = .first
    return FrameHeader(
      isFinal: isFinal, opcode: opcode, isCompressed: isCompressed,
      mask: expectsMask ? mask : nil, payloadByteCount: Int(length))
  }
}
