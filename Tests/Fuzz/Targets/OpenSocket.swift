import Framing
import HTTPTypes

/// A server's side of a WebSocket with compression, at its beginning.
struct OpenSocket {
  static let messageByteCountMax = 4_096

  private var connection: ServerConnection
  private(set) var told: [ConnectionAction] = []

  init() {
    var limits = WebSocketLimits(messageByteCountMax: Self.messageByteCountMax)
    limits.deflate?.keepsClientContext = true
    connection = ServerConnection(webSocket: limits)
    var actions: [ConnectionAction] = []
    connection.receive(Self.opening.span, into: &actions)
    guard case .request(let request) = actions.first, let offer = try? WebSocketOffer(request)
    else { preconditionFailure("the opening is right") }
    connection.upgrade(accepting: offer, subprotocol: nil, fields: [:], into: &actions)
    precondition(connection.status.isDeflating, "compression is agreed on")
  }

  /// What comes of these bytes in pieces of `size`: kept to the limits, and text to UTF-8.
  static func told(of bytes: [UInt8], by size: Int) -> [ConnectionAction] {
    var socket = OpenSocket()
    for start in stride(from: 0, to: bytes.count, by: size) {
      socket.receive(bytes.span.extracting(start..<min(start + size, bytes.count)))
    }
    return socket.told
  }

  /// Whether something comes of these bytes, and nothing that is wrong.
  static func accepts(_ bytes: [UInt8]) -> Bool {
    let told = told(of: bytes, by: max(bytes.count, 1))
    return !told.isEmpty
      && told.allSatisfy { action in
        if case .failed = action { false } else { true }
      }
  }

  private mutating func receive(_ piece: Span<UInt8>) {
    let before = told.count
    connection.receive(piece, into: &told)
    for action in told[before...] {
      switch action {
      case .message(let message):
        precondition(message.payload.count <= Self.messageByteCountMax, "a message over its limit")
        if case .text(let text) = message {
          precondition(String(validating: text, as: UTF8.self) != nil, "text that is not UTF-8")
        }
      case .failed(let error): connection.close(error.status, into: &told)
      default: break
      }
    }
  }

  private static let opening = Array(
    """
    GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n
    """.utf8)
}
