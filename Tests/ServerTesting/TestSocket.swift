package import Library

/// A WebSocket client that shares no code with the server, so that neither hides the other's
/// mistakes (RFC 6455). Messages are single frames.
package struct TestSocket: Sendable {
  /// What a server sent.
  package enum Message: Hashable, Sendable {
    /// A text message.
    case text(String)
    /// A binary message.
    case binary([UInt8])
    /// A ping; the client does not answer by itself.
    case ping([UInt8])
    /// A pong.
    case pong([UInt8])
    /// A close frame, with its code where it has one.
    case close(Int?, reason: String)
  }

  /// The handshake was refused.
  package struct Refused: Error {
    /// The server's answer.
    package let response: TestResponse
  }

  /// The bytes below the frames, for what is no frame at all.
  package let connection: TestConnection
  /// The fields of the handshake's answer, named in small letters.
  package let fields: [String: String]

  /// Opens `/v1/socket` on `port`; `fields` are added to the handshake, or replace its own.
  /// - Throws: `Refused` where the server does not switch protocols.
  package init(
    port: Int, path: String = "/v1/socket", _ fields: [String: String] = [:]
  ) async throws {
    var all = [
      "Host": "127.0.0.1:\(port)", "Upgrade": "websocket", "Connection": "Upgrade",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Protocol": "dogear.v1",
    ]
    all.merge(fields) { _, theirs in theirs }
    connection = try await TestConnection(
      port: port, sending: TestHTTP.bytes(port, "GET", path, all))
    let response = try await TestHTTP.response(on: connection)
    guard response.status == 101 else { throw Refused(response: response) }
    self.fields = response.fields
  }

  /// Opens a socket as the device whose token is `token`.
  package init(port: Int, token: String) async throws {
    try await self.init(port: port, ["Authorization": "Bearer \(token)"])
  }

  // MARK: Sending

  /// Sends a text message.
  package func send(_ text: String) throws {
    try sendFrame(opcode: 1, Array(text.utf8))
  }

  /// Sends one JSON message.
  package func send(_ message: JSONValue) throws {
    try send(message.canonicalText)
  }

  /// Sends one frame, masked as a client must, unless `isMasked` says otherwise.
  package func sendFrame(
    opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true
  ) throws {
    try connection.write(
      Self.frame(opcode: opcode, payload, isFinal: isFinal, isMasked: isMasked))
  }

  /// The bytes of one frame (RFC 6455 §5.2).
  package static func frame(
    opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true
  ) -> [UInt8] {
    let maskBit: UInt8 = isMasked ? 0x80 : 0
    var bytes = [(isFinal ? 0x80 : 0) | opcode]
    switch payload.count {
    case ..<126:
      bytes.append(maskBit | UInt8(payload.count))
    case ..<65_536:
      bytes.append(maskBit | 126)
      bytes += [UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(maskBit | 127)
      bytes += (0..<8).map { UInt8(payload.count >> (56 - 8 * $0) & 0xFF) }
    }
    guard isMasked else { return bytes + payload }
    let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    bytes += mask
    bytes += payload.enumerated().map { $0.element ^ mask[$0.offset & 3] }
    return bytes
  }

  // MARK: Receiving

  /// The next frame.
  package func receive() async throws -> Message {
    let head = try await connection.read(2)
    var length = Int(head[1] & 0x7F)
    if length >= 126 {
      let extended = try await connection.read(length == 126 ? 2 : 8)
      length = extended.reduce(0) { $0 << 8 | Int($1) }
    }
    let payload = try await connection.read(length)
    switch head[0] & 0x0F {
    case 1: return .text(String(decoding: payload, as: UTF8.self))
    case 8:
      guard payload.count >= 2 else { return .close(nil, reason: "") }
      let reason = String(decoding: payload.dropFirst(2), as: UTF8.self)
      return .close(Int(payload[0]) << 8 | Int(payload[1]), reason: reason)
    case 9: return .ping(payload)
    case 10: return .pong(payload)
    default: return .binary(payload)
    }
  }

  /// The next JSON message of type `type`; others before it are passed over.
  package func receive(_ type: String) async throws -> JSONValue {
    while true {
      switch try await receive() {
      case .text(let text):
        let message = try JSONValue(parsing: text)
        if message["t"]?.string == type { return message }
      case .close(let code, let reason):
        throw Closed(code: code, reason: reason)
      default: continue
      }
    }
  }

  /// The code with which the server closes; messages before it are passed over.
  package func receiveClose() async throws -> Int? {
    while true {
      if case .close(let code, _) = try await receive() { return code }
    }
  }

  /// The server closed while a message was waited for.
  package struct Closed: Error {
    /// The close code, where there was one.
    package let code: Int?
    /// The server's reason.
    package let reason: String
  }
}
