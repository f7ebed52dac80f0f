import Framing
import HTTPTypes
import Synchronization
import Testing
import Transport

@Suite(.timeLimit(.minutes(1)))
struct HTTPConnectionTests {
  private static func get(_ path: String, _ more: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\n\(more)\r\n"
  }

  private static func answer(_ body: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// So many answers, which come to `text` but for the date that each of them has.
  private static func expect(_ client: TestClient, answers count: Int, _ text: String) async throws
  {
    let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
    let bytes = try await client.read(text.utf8.count + count * date.utf8.count)
    let answers = String(decoding: bytes, as: UTF8.self)
    #expect(answers.replacing(/Date: [^\r]+ GMT\r\n/, with: "") == text)
  }

  @Test func `a request is answered on the port that was reported`() async throws {
    let server = try TestServer()
    #expect(server.port != 0)
    let client = try TestClient(port: server.port)
    try await client.write(Self.get("/books"))
    try await Self.expect(client, answers: 1, Self.answer("/books"))
    await server.group.stop(within: .zero)
  }

  @Test func `pipelined requests are answered in their order, also when the answers come late`()
    async throws
  {
    let server = try TestServer { behaviour in
      behaviour.onRequest = { request, id, loop in
        let body = Array((request.head.path ?? "").utf8)
        loop.post { loop in loop.respond(HTTPResponse(status: .ok), body: body, to: id) }
      }
    }
    let client = try TestClient(port: server.port)
    let paths = (1...50).map { "/\($0)" }
    try await client.write(paths.map { Self.get($0) }.joined())
    try await Self.expect(client, answers: paths.count, paths.map(Self.answer).joined())
    await server.group.stop(within: .zero)
  }

  @Test func `a client that ends its side still gets its answer`() async throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    try await client.write(Self.get("/late"))
    await client.endWriting()
    try await Self.expect(client, answers: 1, Self.answer("/late"))
    #expect(try await client.readToEnd() == [])
    #expect(await server.until(.closed(.finished)))
    await server.group.stop(within: .zero)
  }

  @Test func `a refused request is answered, and our side of its connection ended`() async throws {
    var limits = TransportLimits()
    limits.lingerTimeout = .seconds(60)
    let server = try TestServer(limits: limits)
    let client = try TestClient(port: server.port)
    try await client.write("half a handshake\n")
    let answer = String(decoding: try await client.readToEnd(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    #expect(answer.contains("Connection: close\r\n"))
    await server.group.stop(within: .zero)
  }

  @Test func `an answer may be larger than what a WebSocket may have waiting`() async throws {
    var limits = TransportLimits()
    limits.outHardByteCount = 1 << 10
    let body = (0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 >> 8 ^ $0) }
    let server = try TestServer(limits: limits) { behaviour in
      behaviour.onRequest = { _, id, loop in
        loop.respond(HTTPResponse(status: .ok), body: body, to: id)
      }
    }
    let client = try TestClient(port: server.port, receiveBufferByteCount: 4_096)
    try await client.write(Self.get("/", "Connection: close\r\n"))
    _ = try await client.readHead()
    let isWhole = try await client.readToEnd() == body
    #expect(isWhole)
    await server.group.stop(within: .zero)
  }

  @Test func `a connection that never sends a request is dropped`() async throws {
    var limits = TransportLimits()
    limits.headTimeout = .milliseconds(20)
    let server = try TestServer(limits: limits)
    let client = try TestClient(port: server.port)
    try await client.write("GET / HT")
    #expect(await server.until(.closed(.timedOut)))
    #expect(try await client.readToEnd().isEmpty)
    await server.group.stop(within: .zero)
  }

  @Test func `a connection that rests between requests is closed in the end`() async throws {
    var limits = TransportLimits()
    limits.keepAliveTimeout = .milliseconds(20)
    let server = try TestServer(limits: limits)
    let client = try TestClient(port: server.port)
    try await client.write(Self.get("/"))
    try await Self.expect(client, answers: 1, Self.answer("/"))
    #expect(try await client.readToEnd() == [])
    await server.group.stop(within: .zero)
  }

  /// A server that takes one connection, and the one that it has.
  private static func full() async throws -> (TestServer, TestClient) {
    var limits = TransportLimits()
    limits.connectionCountMax = 1
    let server = try TestServer(limits: limits)
    let first = try TestClient(port: server.port)
    try await first.write(get("/"))
    _ = try await first.readHead()
    return (server, first)
  }

  @Test func `one connection too many is told so`() async throws {
    let (server, first) = try await Self.full()
    let second = try TestClient(port: server.port)
    let answer = String(decoding: try await second.readToEnd(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
    await first.endWriting()
    #expect(await server.until(.closed(.finished)))
    let third = try TestClient(port: server.port)
    try await third.write(Self.get("/"))
    #expect(try await third.readHead().hasPrefix("HTTP/1.1 200 "))
    await server.group.stop(within: .zero)
  }

  /// Half of them would hear of a reset if they were closed at once.
  @Test func `whoever is not taken has the answer whole, with a request that nobody reads`()
    async throws
  {
    let (server, first) = try await Self.full()
    for _ in 0..<50 {
      let next = try TestClient(port: server.port)
      try await next.write(Self.get("/"))
      let answer = String(decoding: try await next.readToEnd(), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.hasSuffix("\r\n\r\n"))
    }
    withExtendedLifetime(first) {}
    await server.group.stop(within: .zero)
  }

  @Test func `connections are dealt to the loops in turn`() async throws {
    let seen = Mutex<[Int]>([])
    let server = try TestServer(loops: 3) { behaviour in
      behaviour.onRequest = { _, id, loop in
        #expect(id.loop == loop.index)
        let body = Array("\(loop.index)".utf8)
        loop.respond(HTTPResponse(status: .ok), body: body, to: id)
      }
    }
    for _ in 0..<6 {
      let client = try TestClient(port: server.port)
      try await client.write(Self.get("/", "Connection: close\r\n"))
      _ = try await client.readHead()
      let body = String(decoding: try await client.readToEnd(), as: UTF8.self)
      seen.withLock { $0.append(Int(body) ?? -1) }
    }
    #expect(seen.withLock { $0.sorted() } == [0, 0, 1, 1, 2, 2])
    await server.group.stop(within: .zero)
  }
}
