import Framing
import HTTPTypes
import Synchronization
import Testing

struct ServerConnectionTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  /// A connection that has read this text, and what it told.
  private static func reading(
    _ text: String, http: HTTPLimits = HTTPLimits()
  ) -> (ServerConnection, [ConnectionAction]) {
    var connection = ServerConnection(http: http)
    let actions = connection.receive(text)
    return (connection, actions)
  }

  private static let handshake = """
    GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n
    """

  private static func open() throws -> ServerConnection {
    var (connection, actions) = reading(handshake)
    guard case .request(let request) = try #require(actions.first) else { return connection }
    connection.upgrade(
      accepting: try WebSocketOffer(request), subprotocol: nil, fields: [:], into: &actions)
    return connection
  }

  @Test func `a refused request is answered with its status, and nothing more is read`() {
    var (connection, actions) = Self.reading("GET / HTTP/3.0\r\n\r\n")
    let answer = """
      HTTP/1.1 505 HTTP Version Not Supported\r\nContent-Type: text/plain; charset=utf-8\r\n\
      Content-Length: 28\r\nConnection: close\r\n\r\n
      """
    let body = "This server speaks HTTP/1.1.\n"
    #expect(
      actions == [
        .refused(.unsupportedVersion),
        .write(Array(answer.replacing("28", with: "\(body.utf8.count)").utf8)),
        .write(Array(body.utf8)), .finish,
      ])
    #expect(connection.status.phase == .finished)
    #expect(connection.receive(Self.get).isEmpty)
  }

  @Test(
    arguments: [
      ("Host: a\r\nHost: b\r\n\r\n", "400"), ("Host: a\r\nExpect: more\r\n\r\n", "417"),
      ("Host: a\r\nContent-Length: 999999999\r\n\r\n", "413"),
    ])
  func `a refused HEAD is answered with a head alone`(rest: String, status: String) {
    let actions = Self.reading("HEAD / HTTP/1.1\r\n" + rest).1
    let writes = actions.compactMap { if case .write(let bytes) = $0 { bytes } else { nil } }
    #expect(writes.count == 1)
    #expect(String(decoding: writes.first ?? [], as: UTF8.self).hasPrefix("HTTP/1.1 \(status)"))
    #expect(actions.last == .finish)
  }

  @Test func `every refusal has a status of 400 or more, and a sentence`() {
    for error in RequestError.allCases {
      #expect(error.status.code >= 400)
      #expect(error.description.hasSuffix("."))
    }
    for error in WebSocketError.allCases {
      // A close frame has two bytes of status before its reason, which would be cut.
      #expect(2 + error.description.utf8.count <= WebSocketLimits.controlPayloadByteCountMax)
      #expect(error.status.isValidOnWire)
    }
  }

  @Test func `the phase tells what is waited for`() {
    var connection = ServerConnection()
    #expect(connection.status.phase == .idle)
    _ = connection.receive("P")
    #expect(connection.status.phase == .head)
    _ = connection.receive("OST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nh")
    #expect(connection.status.phase == .body)
    var actions = connection.receive("i")
    #expect(connection.status.phase == .answering)
    connection.respond(HTTPResponse(status: .ok), body: [], into: &actions)
    #expect(connection.status.phase == .idle)
    #expect(connection.status.requestCount == 1)
  }

  @Test func `the limit of a body is asked for by its request`() {
    let limits = HTTPLimits { head in .read(atMost: head.path == "/import" ? 4 : 0) }
    let good = "POST /import HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbook"
    #expect(Self.reading(good, http: limits).0.status.phase == .answering)
    let bad = "POST /other HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbook"
    #expect(Self.reading(bad, http: limits).1.first == .refused(.bodyTooLarge))
  }

  @Test(arguments: ["Content-Length: 4", "Transfer-Encoding: chunked"])
  func `a body that is not wanted is answered before any of it is read`(length: String) {
    let limits = HTTPLimits { _ in
      .refuse(HTTPResponse(status: .tooManyRequests), body: Array("Later.".utf8))
    }
    let head = "POST / HTTP/1.1\r\nHost: a\r\n\(length)\r\nExpect: 100-continue\r\n\r\n"
    let (connection, actions) = Self.reading(head, http: limits)
    #expect(actions.first == .bodyRefused(429))
    let writes = actions.compactMap { if case .write(let bytes) = $0 { bytes } else { nil } }
    let answer = String(decoding: writes.joined(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 429 ") && answer.hasSuffix("\r\n\r\nLater."))
    #expect(answer.contains("Connection: close\r\n"))
    #expect(actions.last == .finish)
    #expect(connection.status.phase == .finished)
    // Who announces no body is not asked about it.
    #expect(Self.reading(Self.get, http: limits).0.status.phase == .answering)
  }

  @Test func `a permit is kept for as long as the body is about`() throws {
    let returned = Mutex(0)
    let limits = HTTPLimits { _ in
      .read(atMost: 4, permit: BodyPermit { returned.withLock { $0 += 1 } })
    }
    let good = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbook"
    var actions = Self.reading(good, http: limits).1
    #expect(returned.withLock { $0 } == 0)
    actions = []
    #expect(actions.isEmpty && returned.withLock { $0 } == 1)
    // Of one that is cut off it comes back as well.
    _ = Self.reading(String(good.dropLast(2)), http: limits)
    #expect(returned.withLock { $0 } == 2)
  }

  @Test func `a client may end its side and still get its answer`() {
    var (connection, actions) = Self.reading(Self.get)
    actions = []
    connection.receiveEnd(into: &actions)
    #expect(actions.isEmpty)
    connection.respond(HTTPResponse(status: .noContent), body: [], into: &actions)
    #expect(actions.last == .finish)
  }

  @Test(arguments: ["", "GET / HT"])
  func `a client may end its side behind several requests and get every answer`(rest: String) {
    var (connection, _) = Self.reading(Self.get + Self.get + rest)
    var actions: [ConnectionAction] = []
    connection.receiveEnd(into: &actions)
    connection.respond(HTTPResponse(status: .noContent), body: [], into: &actions)
    #expect(actions.count == 1)
    connection.resume(into: &actions)
    connection.respond(HTTPResponse(status: .noContent), body: [], into: &actions)
    connection.resume(into: &actions)
    #expect(actions.filter { if case .request = $0 { true } else { false } }.count == 1)
    #expect(actions.filter { if case .write = $0 { true } else { false } }.count == 2)
    // What waits to be sent goes out before the connection ends.
    #expect(actions.last == .finish)
    #expect(connection.status.phase == .finished)
  }

  @Test func `what came before the end of the stream is looked at, however soon that came`() throws
  {
    var (connection, _) = Self.reading(Self.get + Self.get + Self.handshake + "\u{1}\u{0}")
    var actions: [ConnectionAction] = []
    connection.respond(HTTPResponse(status: .noContent), body: [], into: &actions)
    connection.receiveEnd(into: &actions)
    #expect(actions.count == 1)
    connection.resume(into: &actions)
    guard case .request = actions.last else { Issue.record("the second request"); return }
    connection.respond(HTTPResponse(status: .noContent), body: [], into: &actions)
    connection.resume(into: &actions)
    guard case .request(let request) = actions.last else { Issue.record("the third"); return }
    actions = []
    connection.upgrade(
      accepting: try WebSocketOffer(request), subprotocol: nil, fields: [:], into: &actions)
    connection.resume(into: &actions)
    // A frame that is not masked.
    #expect(actions.dropFirst() == [.failed(.unmaskedFrame), .cutOff])
  }

  @Test func `a client that ends its side with the handshake has no WebSocket`() throws {
    var (connection, actions) = Self.reading(Self.handshake)
    guard case .request(let request) = try #require(actions.first) else { return }
    actions = []
    connection.receiveEnd(into: &actions)
    connection.upgrade(
      accepting: try WebSocketOffer(request), subprotocol: nil, fields: [:], into: &actions)
    // Answers before it may be on their way.
    #expect(actions.last == .finish)
    #expect(!connection.status.acceptsMessages)
  }

  @Test func `the end of the stream between two requests ends the connection`() {
    var (connection, actions) = Self.reading("")
    connection.receiveEnd(into: &actions)
    #expect(actions == [.finish])
  }

  @Test func `the end of the stream in the middle of a request cuts it off`() {
    var (connection, actions) = Self.reading(String(Self.get.dropLast()))
    connection.receiveEnd(into: &actions)
    #expect(actions == [.cutOff])
  }

  @Test func `the end of the stream without a close frame cuts a WebSocket off`() throws {
    var connection = try Self.open()
    var actions: [ConnectionAction] = []
    connection.receiveEnd(into: &actions)
    #expect(actions == [.cutOff])
    #expect(!connection.status.acceptsMessages)
  }

  @Test func `closing while an answer is due closes after it`() {
    var (connection, actions) = Self.reading(Self.get)
    actions = []
    connection.close(.goingAway, into: &actions)
    #expect(actions.isEmpty)
    connection.respond(HTTPResponse(status: .noContent), body: [], into: &actions)
    #expect(actions.last == .finish)
  }

  @Test(arguments: [3, 12, 40])
  func `closing while a request comes in closes after its answer`(count: Int) {
    let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"
    var (connection, actions) = Self.reading(String(post.unicodeScalars.prefix(count)))
    connection.close(.goingAway, into: &actions)
    #expect(actions.isEmpty)
    actions = connection.receive(String(post.unicodeScalars.dropFirst(count)))
    #expect(actions.count == 1)
    actions = []
    connection.respond(HTTPResponse(status: .noContent), body: [], into: &actions)
    #expect(actions.last == .finish)
  }

  @Test func `a failed WebSocket may send a last message, then closes and finishes`() throws {
    var connection = try Self.open()
    var actions = connection.receive([0x83])
    #expect(actions == [.failed(.unknownOpcode)])
    #expect(connection.status.acceptsMessages)
    actions = []
    connection.close(CloseStatus(4400), into: &actions)
    connection.close(.protocolError, into: &actions)
    #expect(actions == [.write([0x88, 2, 0x11, 0x30]), .finish])
  }

  @Test func `closing twice sends one close frame`() throws {
    var connection = try Self.open()
    var actions: [ConnectionAction] = []
    connection.close(.goingAway, into: &actions)
    connection.close(.goingAway, into: &actions)
    #expect(actions == [.write([0x88, 2, 3, 0xE9])])
    #expect(connection.status.phase == .closing)
  }
}
