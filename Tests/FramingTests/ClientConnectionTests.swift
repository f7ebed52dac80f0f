import Framing
import HTTPTypes
import Testing

/// The client's side of a WebSocket against our own server's side, and against servers that err.
struct ClientConnectionTests {
  private func client(messageByteCountMax: Int = 1 << 20) -> ClientConnection {
    ClientConnection(
      WebSocketRequest(
        authority: "a:1", path: "/v1/socket", subprotocol: "dogear.v1",
        fields: [.userAgent: "test"], nonce: Array("the sample nonce".utf8)),
      limits: WebSocketLimits(messageByteCountMax: messageByteCountMax), nextMask: { 0x1234_5678 })
  }

  /// A server that has answered the client's opening, and the answer.
  private func server(answering client: ClientConnection) throws -> (ServerConnection, [UInt8]) {
    var server = ServerConnection()
    guard case .request(let request) = server.receive(client.opening).first else {
      throw OpeningError.unreadable(.malformed)
    }
    #expect(request.head.headerFields[.userAgent] == "test")
    let offer = try WebSocketOffer(request)
    var actions: [ConnectionAction] = []
    server.upgrade(accepting: offer, subprotocol: "dogear.v1", fields: [:], into: &actions)
    guard case .write(let answer) = actions.first else { throw OpeningError.unreadable(.cutOff) }
    return (server, answer)
  }

  @Test func `both sides of ours understand each other, however the bytes arrive`() throws {
    let first = EncodedFrame.text("early")
    for pieces in Feeding.all(try server(answering: client()).1 + first.bytes) {
      var client = client()
      var (server, _) = try server(answering: client)
      var told: [ConnectionAction] = []
      var openings = 0
      for piece in pieces where try client.receive(piece.span, into: &told) { openings += 1 }
      #expect(openings == 1)
      #expect(told == [.message(.text(Array("early".utf8)))])
      #expect(client.isOpen)
      #expect(
        server.receive(client.encodeText(Array("hello".utf8)))
          == [.message(.text(Array("hello".utf8)))])
    }
  }

  @Test func `closing takes both sides to the end`() throws {
    var client = client()
    var (server, answer) = try server(answering: client)
    var actions: [ConnectionAction] = []
    _ = try client.receive(answer.span, into: &actions)
    client.close(.normal, reason: "done", into: &actions)
    client.close(.normal, reason: "again", into: &actions)
    guard case .write(let frame) = actions.first, actions.count == 1 else {
      Issue.record("one close frame, not \(actions)")
      return
    }
    let told = server.receive(frame)
    guard told.first?.isWrite == true, case .write(let echo) = told.first else {
      Issue.record("no echo: \(told)")
      return
    }
    #expect(told.dropFirst() == [.closed(.normal), .finish])
    actions = []
    #expect(try !client.receive(echo.span, into: &actions))
    #expect(actions == [.closed(.normal), .finish])
    #expect(!client.isOpen)
  }

  @Test func `a message beyond the limit is told from its header`() throws {
    var client = client(messageByteCountMax: 4)
    let (_, answer) = try server(answering: client)
    var actions: [ConnectionAction] = []
    let bytes = answer + EncodedFrame.text("hello").bytes.prefix(2)
    _ = try client.receive(bytes.span, into: &actions)
    #expect(actions == [.failed(.messageTooBig)])
  }

  @Test func `an answer that is no switch of protocols is told whole`() throws {
    var client = client()
    var actions: [ConnectionAction] = []
    let answer = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno"
    let error = #expect(throws: OpeningError.self) {
      try client.receive(Array(answer.utf8).span, into: &actions)
    }
    guard case .refused(let response) = error else {
      Issue.record("not \(String(describing: error))")
      return
    }
    #expect(response.head.status == .unauthorized)
    #expect(response.body == Array("no".utf8))
  }

  @Test(arguments: [
    (HTTPField.Name.upgrade, "h2c"), (.connection, "close"), (.secWebSocketAccept, "wrong"),
    (.secWebSocketProtocol, "other"), (.secWebSocketExtensions, "permessage-deflate"),
  ])
  func `a switch to something else than what was asked is refused`(
    name: HTTPField.Name, value: String
  ) throws {
    var client = client()
    let (_, answer) = try server(answering: client)
    var lines = String(decoding: answer, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false
    ).filter { !$0.lowercased().hasPrefix(name.canonicalName + ":") }
    lines.insert("\(name.rawName): \(value)", at: 1)
    let changed = Array(lines.joined(separator: "\r\n").utf8)
    var actions: [ConnectionAction] = []
    #expect(throws: OpeningError.mismatched(field: name)) {
      try client.receive(changed.span, into: &actions)
    }
  }

  @Test func `a server that hangs up before it has answered is told`() throws {
    var client = client()
    var actions: [ConnectionAction] = []
    _ = try client.receive(Array("HTTP/1.1 1".utf8).span, into: &actions)
    #expect(throws: OpeningError.unreadable(.cutOff)) { try client.receiveEnd() }
  }
}

extension ConnectionAction {
  fileprivate var isWrite: Bool {
    if case .write = self { true } else { false }
  }
}
