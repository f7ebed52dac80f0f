/// Frames mean the same however they arrive, and nothing after what is wrong is read.
enum FrameTarget: FuzzTarget {
  static let name = "frames"

  static func run(_ input: [UInt8]) {
    let whole = OpenSocket.told(of: input, by: max(input.count, 1))
    precondition(whole == OpenSocket.told(of: input, by: 1), "bytes one at a time differ")
    precondition(whole == OpenSocket.told(of: input, by: 7), "bytes seven at a time differ")
  }

  static func accepts(_ input: [UInt8]) -> Bool { OpenSocket.accepts(input) }
}
