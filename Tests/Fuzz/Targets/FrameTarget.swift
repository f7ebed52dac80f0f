/// Frames mean the same however they arrive, and nothing after what is wrong is read.
enum FrameTarget: FuzzTarget {
  static let name = "frames"

  static let seeds: [[UInt8]] = [
    // "Hello" in one frame, in two with a ping between them, compressed twice, and a close.
    [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58],
    [0x01, 0x83, 0, 0, 0, 0, 0x48, 0x65, 0x6C, 0x89, 0x81, 0, 0, 0, 0, 0x3F]
      + [0x80, 0x82, 0, 0, 0, 0, 0x6C, 0x6F],
    [0xC1, 0x87, 0, 0, 0, 0, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
      + [0xC1, 0x85, 0, 0, 0, 0, 0xF2, 0x00, 0x11, 0x00, 0x00],
    [0x82, 0xFE, 0x00, 0x80, 1, 2, 3, 4] + [UInt8](repeating: 7, count: 128),
    [0x88, 0x84, 0, 0, 0, 0, 0x03, 0xE8, 0x6F, 0x6B],
  ]

  static func run(_ input: [UInt8]) {
    let whole = OpenSocket.told(of: input, by: max(input.count, 1))
    precondition(whole == OpenSocket.told(of: input, by: 1), "bytes one at a time differ")
    precondition(whole == OpenSocket.told(of: input, by: 7), "bytes seven at a time differ")
  }
}
