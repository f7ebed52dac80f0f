import Framing
import Glibc
import HTTPTypes
import Synchronization
import Testing
import Transport

@Suite(.timeLimit(.minutes(1)))
struct StoppingTests {
  @Test func `stopping says goodbye to every WebSocket and waits for the answer`() async throws {
    let server = try TestServer(loops: 2)
    let clients = [try TestClient(port: server.port), try TestClient(port: server.port)]
    for client in clients { try await client.upgrade() }
    async let stopped: Void = server.group.stop(within: .seconds(30))
    for client in clients {
      #expect(try await client.readFrame().payload == [3, 0xF4])
      try await client.sendClose(.serviceRestart)
      #expect(try await client.readToEnd().isEmpty)
      await client.endWriting()
    }
    await stopped
    #expect(await server.until(.closed(.handshake(.serviceRestart))))
  }

  @Test func `mail that was not fetched yet is fetched before the goodbye`() async throws {
    let member = Mutex<ConnectionID?>(nil)
    let server = try TestServer { behaviour in
      behaviour.onMessage = { _, id, _ in member.withLock { $0 = id } }
      behaviour.onMail = { loop in
        if let id = member.withLock({ $0.take() }) { loop.send(.text(Array("ack".utf8)), to: id) }
      }
    }
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    try await client.send("push")
    #expect(await server.until(.message("push")))
    await server.group.stop(within: .milliseconds(30))
    let frames = try await client.readToEnd()
    #expect(frames == [0x81, 3] + Array("ack".utf8) + [0x88, 2, 3, 0xF4])
  }

  @Test func `who does not answer the goodbye is dropped when the time is over`() async throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    await server.group.stop(within: .milliseconds(30))
    #expect(await server.until(.closed(.dropped)))
    #expect(try await client.readToEnd() == [0x88, 2, 3, 0xF4])
  }

  @Test func `an answer that is due is given before the connection closes`() async throws {
    let waiting = Mutex<ConnectionID?>(nil)
    let server = try TestServer { behaviour in
      behaviour.onRequest = { _, id, _ in waiting.withLock { $0 = id } }
      behaviour.onStopping = { _, loop in
        _ = loop.schedule(after: .zero, for: waiting.withLock { $0 })
      }
      behaviour.onTimer = { id, loop in
        if let id { loop.respond(HTTPResponse(status: .ok), to: id) }
      }
    }
    let idle = try TestClient(port: server.port)
    let client = try TestClient(port: server.port)
    try await client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(await server.until(.request("/")))
    async let stopped: Void = server.group.stop(within: .seconds(30))
    #expect(try await idle.readToEnd().isEmpty)
    await idle.endWriting()
    let answer = String(decoding: try await client.readToEnd(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nDate: "))
    #expect(answer.hasSuffix(" GMT\r\nConnection: close\r\n\r\n"))
    await client.endWriting()
    await stopped
  }

  @Test func `a request that comes in is answered before the connection closes`() async throws {
    let server = try TestServer { behaviour in
      behaviour.onRequest = { _, id, loop in loop.respond(HTTPResponse(status: .ok), to: id) }
    }
    let idle = try TestClient(port: server.port)
    let client = try TestClient(port: server.port)
    try await client.write(
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    #expect(try await client.readHead().hasPrefix("HTTP/1.1 100 "))
    async let stopped: Void = server.group.stop(within: .seconds(30))
    #expect(try await idle.readToEnd().isEmpty)
    await idle.endWriting()
    try await client.write("ab")
    let answer = String(decoding: try await client.readToEnd(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.hasSuffix("Connection: close\r\n\r\n"))
    await client.endWriting()
    await stopped
  }

  @Test func `nobody is accepted after stopping`() async throws {
    let server = try TestServer()
    let early = try TestClient(port: server.port)
    // Who only waits to be accepted is reset.
    _ = await server.upTo { if case .opened = $0 { true } else { false } }
    await server.group.stop(within: .zero)
    #expect(throws: TestClient.Failure.system(ECONNREFUSED)) { try TestClient(port: server.port) }
    #expect(try await early.readToEnd().isEmpty)
  }
}
