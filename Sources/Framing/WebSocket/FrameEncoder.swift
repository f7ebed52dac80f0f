/// Writes frames (RFC 6455 §5.2), always whole messages: we never fragment.
enum FrameEncoder {
  /// A server's frame.
  static func unmasked(opcode: Opcode, payload: [UInt8]) -> [UInt8] {
    unmasked(firstByte: 0x80 | opcode.rawValue, payload: payload)
  }

  /// A server's frame that begins with this byte: its opcode, FIN and the reserved bits.
  static func unmasked(firstByte: UInt8, payload: [UInt8]) -> [UInt8] {
    let count = payload.count
    return Array(capacity: 10 + count) { bytes in
      bytes.append(firstByte)
      appendLength(count, maskBit: 0, to: &bytes)
      bytes.append(contentsOf: payload)
    }
  }

  /// A client's frame: the key must be new and unpredictable for each (§5.3).
  static func masked(
    opcode: Opcode, payload: [UInt8], key: UInt32
  ) -> [UInt8] {
    let count = payload.count
    return Array(capacity: 14 + count) { bytes in
      bytes.append(0x80 | opcode.rawValue)
      appendLength(count, maskBit: 0x80, to: &bytes)
      for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: key >> (8 * UInt32(index)))) }
      let start = bytes.count
      bytes.append(contentsOf: payload)
      Mask.apply(key, to: &bytes, from: start, phase: 0)
    }
  }

  private static func appendLength(_ count: Int, maskBit: UInt8, to bytes: inout [UInt8]) {
    switch count {
    case 0..<126:
      bytes.append(maskBit | UInt8(count))
    case 126..<65_536:
      bytes.append(maskBit | 126)
      appendBigEndian(count, byteCount: 2, to: &bytes)
    default:
      bytes.append(maskBit | 127)
      appendBigEndian(count, byteCount: 8, to: &bytes)
    }
  }

  private static func appendBigEndian(_ value: Int, byteCount: Int, to bytes: inout [UInt8]) {
    for shift in (0..<byteCount).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift)))
    }
  }
}

extension [UInt8] {
  fileprivate init(capacity: Int, _ fill: (inout [UInt8]) -> Void) {
    self = []
    reserveCapacity(capacity)
    fill(&self)
  }
}
