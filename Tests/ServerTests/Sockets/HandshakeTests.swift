import Library
import Server
import ServerTesting
import Testing

struct HandshakeTests {
  func refusal(
    _ server: TestServer, _ fields: [String: String]
  ) async throws -> TestResponse? {
    do {
      _ = try await TestSocket(port: server.port, fields)
      return nil
    } catch let refused as TestSocket.Refused {
      return refused.response
    }
  }

  @Test func `a program without an origin, and a page of ours, may open a socket`() async throws {
    let server = try TestServer()
    #expect(try await refusal(server, [:]) == nil)
    let own = ["Origin": "http://127.0.0.1:\(server.port)"]
    #expect(try await refusal(server, own) == nil)
    await server.stop()
  }

  @Test(arguments: ["http://evil.example", "null", "http://127.0.0.1:1"])
  func `a page of another site may not`(origin: String) async throws {
    let server = try TestServer()
    let response = try #require(try await refusal(server, ["Origin": origin]))
    #expect(response.status == 403)
    #expect(response.json["error"]?["code"] == "origin")
    await server.stop()
  }

  @Test func `a page under the published address may`() async throws {
    let server = try TestServer(settings: [.publicURL: "https://books.example.org"])
    #expect(try await refusal(server, ["Origin": "https://books.example.org"]) == nil)
    await server.stop()
  }

  @Test(arguments: [
    (["Upgrade": "h2c"], 426), (["Sec-WebSocket-Version": "8"], 426),
    (["Sec-WebSocket-Key": "short"], 400), (["Connection": "keep-alive"], 400),
    (["Sec-WebSocket-Protocol": "dogear.v9"], 400),
  ])
  func `what is no handshake of ours is answered, not upgraded`(
    fields: [String: String], status: Int
  ) async throws {
    let server = try TestServer()
    #expect(try await refusal(server, fields)?.status == status)
    await server.stop()
  }

  @Test func `the protocol is named in the answer`() async throws {
    let server = try TestServer()
    let request = TestHTTP.bytes(
      server.port, "GET", "/v1/socket",
      [
        "Upgrade": "websocket", "Connection": "keep-alive, Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Protocol": "other, dogear.v1",
      ])
    let connection = try await TestConnection(port: server.port, sending: request)
    let response = try await TestHTTP.response(on: connection)
    #expect(response.status == 101)
    #expect(response.fields["sec-websocket-protocol"] == "dogear.v1")
    // RFC 6455 §1.3 has this key and its answer.
    #expect(response.fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    await server.stop()
  }

  @Test func `a token is taken from the header, the cookie or hello`() async throws {
    let server = try TestServer()
    let token = try server.addDevice()
    let header = try await TestSocket(port: server.port, token: token)
    let cookie = try await TestSocket(
      port: server.port, ["Cookie": "a=b; dogear-1=\(DeviceToken().text); dogear=\(token)"])
    let bare = try await TestSocket(port: server.port)
    try header.send(TestClient.hello())
    try cookie.send(TestClient.hello())
    try bare.send(TestClient.hello(token: token))
    for socket in [header, cookie, bare] {
      let welcome = try await socket.receive("welcome")
      #expect(welcome["device"]?["name"] == "Test device")
      #expect(welcome["library"]?["head"] == 0)
      #expect(welcome["resume"] == "ok")
    }
    await server.stop()
  }

  @Test(arguments: [nil, "wrong", String(repeating: "x", count: 43)])
  func `without a good token hello is answered 4401`(token: String?) async throws {
    let server = try TestServer()
    let socket = try await TestSocket(port: server.port)
    try socket.send(TestClient.hello(token: token))
    let error = try await socket.receive("error")
    #expect(error["code"] == "notPaired")
    #expect(try await socket.receiveClose() == 4401)
    await server.stop()
  }

  @Test func `a connection that says nothing is closed 4408`() async throws {
    let server = try TestServer()
    let silent = try await TestSocket(port: server.port)
    // The server notices connections in order: once this one is welcome, the silent one is known.
    let open = try await TestClient(port: server.port, token: try server.addDevice())
    server.clock.advance(byMilliseconds: 10_001)
    #expect(try await silent.receiveClose() == 4408)
    try open.socket.send(["t": "ping", "at": 7])
    #expect(try await open.socket.receive("pong")["at"] == 7)
    await server.stop()
  }

  @Test func `a client of another time is told in words`() async throws {
    let server = try TestServer()
    let socket = try await TestSocket(port: server.port, token: try server.addDevice())
    guard case .object(var hello) = TestClient.hello() else { return }
    hello["protocol"] = [7, 9]
    try socket.send(.object(hello))
    let error = try await socket.receive("error")
    #expect(error["message"]?.string?.contains("update") == true)
    #expect(try await socket.receiveClose() == 4409)
    await server.stop()
  }
}
