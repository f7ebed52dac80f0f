import Framing

/// A compressed message is what it is, in one frame or in many, and never more than the limit.
enum InflateTarget: FuzzTarget {
  static let name = "inflate"

  static func run(_ input: [UInt8]) {
    let payload = Array(input.prefix(1 << 16))
    let whole = OpenSocket.told(of: frame(0xC2, payload[...]), by: .max >> 1)
    let middle = payload.count / 2
    let halves = frame(0x42, payload[..<middle]) + frame(0x80, payload[middle...])
    precondition(whole == OpenSocket.told(of: halves, by: 5), "two fragments differ from one")
  }

  static func accepts(_ input: [UInt8]) -> Bool { OpenSocket.accepts(frame(0xC2, input[...])) }

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
