import Library
import ServerTesting
import Testing

/// Whatever one client does wrong is its own affair (SYNC §3): it gets its answer, and another goes
/// on writing and reading as if nothing had happened.
struct BadInputTests {
  let server: TestServer
  let bystander: TestClient
  let token: String

  init() async throws {
    server = try TestServer()
    bystander = try await TestClient(
      port: server.port, token: try server.addDevice("Bystander"))
    token = try server.addDevice("Culprit")
  }

  /// The bystander's next edit is saved and comes back to it.
  func bystanderIsWell() async throws {
    let ack = try await bystander.pushed([TestClient.book("by", title: "Undisturbed", n: 1)])
    #expect(ack["results"]?.array?.first?["outcome"] == "applied")
    let changes = try await bystander.socket.receive("changes")
    #expect(changes["rows"]?.array?.first?["id"] == "by")
    await server.stop()
  }

  @Test(arguments: [
    "", "no json", "[]", "{}", #"{"t":1}"#, #"{"t":"pull"}"#, #"{"t":"pull","since":-1}"#,
    #"{"t":"push","batch":1,"ops":[]}"#, #"{"t":"push","batch":1,"ops":[{"n":0}]}"#,
    String(repeating: "[", count: 10_000), #"{"t":"pull","since":1e400}"#,
  ])
  func `a text that is no message is answered 4400`(text: String) async throws {
    let client = try await TestClient(port: server.port, token: token)
    try client.socket.send(text)
    let error = try await client.socket.receive("error")
    #expect(error["code"] == "malformed")
    #expect(error["message"]?.string?.isEmpty == false)
    #expect(try await client.socket.receiveClose() == 4400)
    try await bystanderIsWell()
  }

  @Test(arguments: [
    #"{"t":"push","batch":1,"ops":[{"op":"a","n":1,"base":0,"at":0,"do":[]}]}"#,
    #"{"t":"pull","since":0,"limit":10}"#,
  ])
  func `what comes before hello is answered 4400`(text: String) async throws {
    let socket = try await TestSocket(port: server.port, token: token)
    try socket.send(text)
    #expect(try await socket.receiveClose() == 4400)
    try await bystanderIsWell()
  }

  @Test func `a second hello is answered 4400`() async throws {
    let client = try await TestClient(port: server.port, token: token)
    try client.socket.send(TestClient.hello())
    #expect(try await client.socket.receiveClose() == 4400)
    try await bystanderIsWell()
  }

  @Test func `a binary message is answered 4400`() async throws {
    let client = try await TestClient(port: server.port, token: token)
    try client.socket.sendFrame(opcode: 2, [1, 2, 3])
    #expect(try await client.socket.receiveClose() == 4400)
    try await bystanderIsWell()
  }

  @Test func `a message of ten megabytes is answered 4413 before it is stored`() async throws {
    // Made before there is a connection, which would be silent for a minute under a sanitizer.
    let frame = TestSocket.frame(opcode: 1, [UInt8](repeating: 0x20, count: 10 << 20))
    let client = try await TestClient(port: server.port, token: token)
    // The server answers at the header; what it no longer takes may fail to be sent.
    try? client.socket.connection.write(frame)
    #expect(try await client.socket.receiveClose() == 4413)
    try await bystanderIsWell()
  }

  @Test func `a stranger is heard for as long as a hello is, and a device for longer`() async throws
  {
    let long = #"{"t":"later","x":""# + String(repeating: "x", count: 20_000) + #""}"#
    let stranger = try await TestSocket(port: server.port, token: token)
    try stranger.send(long)
    #expect(try await stranger.receiveClose() == 4413)
    let client = try await TestClient(port: server.port, token: token)
    try client.socket.send(long)
    try client.socket.send(#"{"t":"ping","at":1}"#)
    #expect(try await client.socket.receive("pong")["at"] == 1)
    try await bystanderIsWell()
  }

  @Test func `a stranger is heard a few times, and a device as often as it likes`() async throws {
    let ping = #"{"t":"ping","at":1}"#
    let stranger = try await TestSocket(port: server.port)
    for _ in 1...9 { try stranger.send(ping) }
    #expect(try await stranger.receive("error")["code"] == "rate")
    #expect(try await stranger.receiveClose() == 4429)
    let known = try await TestSocket(port: server.port, token: token)
    for _ in 1...9 { try known.send(ping) }
    for _ in 1...9 { #expect(try await known.receive("pong")["at"] == 1) }
    let introduced = try await TestSocket(port: server.port)
    try introduced.send(TestClient.hello(token: token))
    for _ in 1...9 { try introduced.send(ping) }
    for _ in 1...9 { #expect(try await introduced.receive("pong")["at"] == 1) }
    try await bystanderIsWell()
  }

  @Test func `a push above its bound is answered 4413`() async throws {
    let client = try await TestClient(port: server.port, token: token)
    let title = String(repeating: "x", count: 300_000)
    try client.push(batch: 1, [TestClient.book("b", title: title, n: 1)])
    #expect(try await client.socket.receiveClose() == 4413)
    try await bystanderIsWell()
  }

  @Test func `an unknown type is passed over`() async throws {
    let client = try await TestClient(port: server.port, token: token)
    try client.socket.send(["t": "of the future", "with": ["more": 1]])
    try client.socket.send(["t": "ping", "at": 5])
    #expect(try await client.socket.receive("pong")["at"] == 5)
    try await bystanderIsWell()
  }

  @Test func `a frame without a mask breaks RFC 6455`() async throws {
    let client = try await TestClient(port: server.port, token: token)
    try client.socket.sendFrame(opcode: 1, Array("{}".utf8), isMasked: false)
    #expect(try await client.socket.receiveClose() == 1002)
    try await bystanderIsWell()
  }

  @Test func `text that is no UTF-8 breaks RFC 6455`() async throws {
    let client = try await TestClient(port: server.port, token: token)
    try client.socket.sendFrame(opcode: 1, [0xFF, 0xFE])
    #expect(try await client.socket.receiveClose() == 1007)
    try await bystanderIsWell()
  }

  @Test func `half a handshake hangs nobody`() async throws {
    let half = try await TestConnection(
      port: server.port, sending: Array("GET /v1/socket HTTP/1.1\r\nHost: x\r\nUpgr".utf8))
    try await bystanderIsWell()
    _ = try? await half.readToEnd()
  }

  @Test func `an op whose n skips is refused, and those before it count`() async throws {
    let client = try await TestClient(port: server.port, token: token)
    let ack = try await client.pushed([
      TestClient.book("a", title: "A", n: 1), TestClient.book("c", title: "C", n: 3),
    ])
    let results = try #require(ack["results"]?.array)
    #expect(results.map { $0["outcome"] } == ["applied", "refused"])
    #expect(results[1]["problem"]?["code"] == "outOfOrder")
    #expect(ack["through"] == 1)
    try await bystanderIsWell()
  }

  @Test func `a value out of range is refused by the field's name, and n goes on`() async throws {
    let client = try await TestClient(port: server.port, token: token)
    let bad: JSONValue = [
      "op": "bad", "n": 1, "base": 0, "at": 0,
      "do": [
        ["e": "book", "id": "b", "create": true, "set": ["title": "T", "rating": 9_000]]
      ],
    ]
    let ack = try await client.pushed([bad, TestClient.book("good", title: "Good", n: 2)])
    let results = try #require(ack["results"]?.array)
    #expect(results.map { $0["outcome"] } == ["refused", "applied"])
    #expect(results[0]["problem"]?["field"] == "rating")
    #expect(ack["through"] == 2)
    try await bystanderIsWell()
  }
}
