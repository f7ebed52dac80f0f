import ArgumentParser
import Framing
import Glibc
import Transport

/// A WebSocket server that knows nothing of books: what the framing and the event loops are measured
/// and checked with.
@main
struct Echo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "echo",
    abstract: "Sends each message back, or to everybody, until it is killed.")

  @Option(help: "The TCP port on 127.0.0.1; 0 takes a free one, which is printed.")
  var port: UInt16 = 9_001

  @Option(help: "Event loops.")
  var loops = 1

  @Flag(inversion: .prefixedNo, help: "Agree to permessage-deflate.")
  var deflate = true

  @Option(help: "Compress messages from this size on, in bytes.")
  var deflateFrom = 0

  @Flag(help: "Let messages refer to those before them, where the client takes that.")
  var keepContext = false

  @Flag(help: "Send each message to every connection, its sender included.")
  var fanOut = false

  mutating func run() throws {
    let group = try LoopGroup(count: loops, limits: limits)
    let outboxes = group.loops.map { loop in Mailbox<EncodedFrame> { loop.ring() } }
    group.start { [fanOut, deflateFrom] loop in
      if fanOut {
        FanOutHandler(outboxes, at: loop.index, deflatedFrom: deflateFrom)
      } else {
        EchoHandler(deflatedFrom: deflateFrom)
      }
    }
    let listeners = try Listener.tcp(host: "127.0.0.1", port: port)
    group.listen(on: listeners)
    for listener in listeners { print("Listening on \(listener.address)") }
    fflush(nil)
    while true { pause() }
  }

  private var limits: TransportLimits {
    var limits = TransportLimits()
    // The largest message of the conformance suite has 16 MiB, and comes back whole.
    limits.webSocket = WebSocketLimits(messageByteCountMax: 16 << 20)
    limits.outHardByteCount = 64 << 20
    limits.webSocket.deflate = nil
    if deflate {
      var policy = DeflatePolicy()
      policy.keepsServerContext = keepContext
      policy.keepsClientContext = keepContext
      limits.webSocket.deflate = policy
    }
    return limits
  }
}
