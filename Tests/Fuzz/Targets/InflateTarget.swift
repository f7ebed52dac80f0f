import Framing

/// A compressed message is what it is, in one frame or in many, and never more than the limit.
enum InflateTarget: FuzzTarget {
  static let name = "inflate"

  static let seeds: [[UInt8]] = [
    [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],
    [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],
    [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],
    [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],
    // 2,000 zeros; and a block with codes of its own.
    [0xEC, 0xC1, 0x01, 0x0D, 0x00, 0x00, 0x00, 0xC2, 0xA0, 0xF7, 0x4F, 0x6D, 0x0F, 0x07, 0x14],
    [0x04, 0xC0, 0x81, 0x00, 0x00, 0x00, 0x00, 0x00, 0x90, 0xFF, 0x6B, 0x23, 0x44, 0x01],
  ]

  static func run(_ input: [UInt8]) {
    let payload = Array(input.prefix(1 << 16))
    let whole = OpenSocket.told(of: frame(0xC2, payload[...]), by: .max >> 1)
    let middle = payload.count / 2
    let halves = frame(0x42, payload[..<middle]) + frame(0x80, payload[middle...])
    precondition(whole == OpenSocket.told(of: halves, by: 5), "two fragments differ from one")
  }

  /// A client's frame with a mask of zeros.
  private static func frame(_ first: UInt8, _ payload: ArraySlice<UInt8>) -> [UInt8] {
    let count = payload.count
    let length: [UInt8] =
      switch count {
      case 0..<126: [UInt8(count)]
      case 126..<65_536: [126, UInt8(count >> 8), UInt8(count & 0xFF)]
      default:
        [127, 0, 0, 0, 0, 0] + [16, 8, 0].map { UInt8(count >> $0 & 0xFF) }
      }
    return [first, length[0] | 0x80] + length[1...] + [0, 0, 0, 0] + payload
  }
}
