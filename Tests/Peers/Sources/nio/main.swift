import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

#if canImport(Glibc)
  import Glibc
#endif

// A WebSocket server as one writes it with SwiftNIO: `nio echo` sends each message back to its sender,
// `nio fan-out` to everybody. One event loop, a free port, which is printed.

/// Sends each message back.
final class Echo: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard frame.opcode == .text || frame.opcode == .binary else { return }
    let answer = WebSocketFrame(fin: true, opcode: frame.opcode, data: frame.unmaskedData)
    context.write(wrapOutboundOut(answer), promise: nil)
  }

  func channelReadComplete(context: ChannelHandlerContext) { context.flush() }
}

/// Everybody who is there; confined to the one event loop.
final class Members {
  var channels: [any Channel] = []
}

/// Sends each message to everybody.
final class FanOut: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let members: Members

  init(_ members: Members) { self.members = members }

  func handlerAdded(context: ChannelHandlerContext) { members.channels.append(context.channel) }

  func channelInactive(context: ChannelHandlerContext) {
    members.channels.removeAll { $0 === context.channel }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard frame.opcode == .text || frame.opcode == .binary else { return }
    let message = WebSocketFrame(fin: true, opcode: frame.opcode, data: frame.unmaskedData)
    for channel in members.channels { channel.write(message, promise: nil) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    for channel in members.channels { channel.flush() }
  }
}

let isFanOut = CommandLine.arguments.dropFirst().first == "fan-out"
let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let members = NIOLoopBoundBox.makeBoxSendingValue(Members(), eventLoop: group.next())
let server = try ServerBootstrap(group: group)
  .serverChannelOption(.backlog, value: 4_096)
  .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
  .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
  .childChannelInitializer { channel in
    let upgrader = NIOWebSocketServerUpgrader(
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          if isFanOut {
            try channel.pipeline.syncOperations.addHandler(FanOut(members.value))
          } else {
            try channel.pipeline.syncOperations.addHandler(Echo())
          }
        }
      })
    return channel.pipeline.configureHTTPServerPipeline(
      withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
  }
  .bind(host: "127.0.0.1", port: 0).wait()
print("Listening on 127.0.0.1:\(server.localAddress?.port ?? 0)")
fflush(nil)
try server.closeFuture.wait()
