import Wire

/// What can be read as a message is written as one, and that one read and written again is the same:
/// of an op that cannot be read only its place and its name are left.
enum WireTarget: FuzzTarget {
  static let name = "wire"

  static let seeds = [
    #"{"t":"hello","protocol":[1,1],"client":"w","device":{"incarnation":"0123456789abcdef"},"#
      + #""cursor":0,"clock":1760000000000,"schema":1}"#,
    #"{"t":"pull","from":12,"limit":100}"#,
    #"{"t":"push","batch":0,"ops":[{"op":"0123456789abcdef0123456789abcdef","n":1,"base":0,"#
      + #""at":1760000000000,"do":[{"e":"book","id":"b1","set":{"title":"Emma"}}]}]}"#,
    #"{"t":"ping","n":7}"#, #"{"t":"pong","n":7}"#, #"{"t":"new","x":[1.5e3,"\u00e9",null,true]}"#,
  ].map { Array($0.utf8) }

  static func run(_ input: [UInt8]) {
    guard let message = try? ClientMessage(decoding: input) else { return }
    let encoded = message.encoded()
    let again = try? ClientMessage(decoding: encoded)
    precondition(again?.encoded() == encoded, "a message changes on its way")
  }
}
