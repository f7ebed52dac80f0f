/// What a frame is for (RFC 6455 §5.2). The other ten values are reserved, and refused.
enum Opcode: UInt8 {
  case continuation = 0x0
  case text = 0x1
  case binary = 0x2
  case close = 0x8
  case ping = 0x9
  case pong = 0xA

  /// Close, ping and pong: never fragmented, at most 125 bytes, allowed between fragments (§5.5).
  var isControl: Bool { rawValue & 0x8 != 0 }

  /// Text and binary: what follows in the message is continuation.
  var beginsMessage: Bool { self == .text || self == .binary }
}
