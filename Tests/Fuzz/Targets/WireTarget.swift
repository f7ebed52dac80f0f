import Wire

/// What can be read as a message is written as one, and that one read and written again is the same:
/// of an op that cannot be read only its place and its name are left.
enum WireTarget: FuzzTarget {
  static let name = "wire"

  static func run(_ input: [UInt8]) {
    guard let message = try? ClientMessage(decoding: input) else { return }
    let encoded = message.encoded()
    let again = try? ClientMessage(decoding: encoded)
    precondition(again?.encoded() == encoded, "a message changes on its way")
  }

  static func accepts(_ input: [UInt8]) -> Bool { (try? ClientMessage(decoding: input)) != nil }
}
