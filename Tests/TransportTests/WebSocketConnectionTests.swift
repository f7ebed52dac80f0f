import Framing
import Glibc
import HTTPTypes
import Testing
import Transport

@Suite(.timeLimit(.minutes(1)))
struct WebSocketConnectionTests {
  @Test(arguments: [0, 1, 125, 126, 70_000, 900_000])
  func `a message comes back as it was sent`(byteCount: Int) async throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    #expect(try await client.upgrade().hasPrefix("HTTP/1.1 101 "))
    let text = String(repeating: "x", count: byteCount)
    try await client.send(text)
    #expect(try await client.readText() == text)
    await server.group.stop(within: .zero)
  }

  @Test func `messages keep their order`() async throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    for batch in 0..<20 {
      for index in 0..<100 { try await client.send("\(batch * 100 + index)") }
      for index in 0..<100 { #expect(try await client.readText() == "\(batch * 100 + index)") }
    }
    await server.group.stop(within: .zero)
  }

  @Test func `what is sent at once keeps its place among the rest`() async throws {
    let server = try TestServer { behaviour in
      behaviour.onMessage = { _, id, loop in
        loop.sendNow(.text("1"), to: [id])
        loop.send(.text("2"), to: id)
        loop.sendNow(.text("3"), to: [id])
        loop.sendNow(.text("4"), to: [id])
        loop.close(id, .normal)
        loop.sendNow(.text("never"), to: [id])
      }
    }
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    try await client.send("go")
    for number in 1...4 { #expect(try await client.readText() == "\(number)") }
    #expect(try await client.readFrame().first == 0x88)
    await server.group.stop(within: .zero)
  }

  @Test func `what is sent at once goes behind the answer to a ping`() async throws {
    let server = try TestServer { behaviour in
      behaviour.onMessage = { _, id, loop in loop.sendNow(.text("after"), to: [id]) }
    }
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    // Its first message was settled when the two came in one piece.
    for _ in 0..<2 {
      let ping: [UInt8] = [0x89, 0x80, 0, 0, 0, 0]
      try await client.write(ping + client.encoded("go"))
      #expect(try await client.readFrame().first == 0x8A)
      #expect(try await client.readText() == "after")
    }
    await server.group.stop(within: .zero)
  }

  @Test func `the closing handshake ends the connection, with the peer's status`() async throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    try await client.sendClose(CloseStatus(4_321))
    #expect(try await client.readToEnd() == [0x88, 2, 0x10, 0xE1])
    await client.endWriting()
    #expect(await server.until(.closed(.handshake(CloseStatus(4_321)))))
    await server.group.stop(within: .zero)
  }

  @Test func `a peer that ends its side without a close frame is lost`() async throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    await client.endWriting()
    #expect(await server.until(.closed(.lost)))
    #expect(try await client.readToEnd().isEmpty)
    await server.group.stop(within: .zero)
  }

  @Test func `a frame without mask is answered with 1002, others go on`() async throws {
    let server = try TestServer()
    let good = try TestClient(port: server.port)
    try await good.upgrade()
    let bad = try TestClient(port: server.port)
    try await bad.upgrade()
    try await bad.write([0x81, 1, 0x61])
    let close = try await bad.readFrame()
    #expect(close.first == 0x88)
    #expect(close.payload.starts(with: [3, 0xEA]))
    #expect(try await bad.readToEnd().isEmpty)
    #expect(await server.until(.failed(.unmaskedFrame)))
    try await good.send("still here")
    #expect(try await good.readText() == "still here")
    await server.group.stop(within: .zero)
  }

  @Test func `a handler may say a last word and close with a status of its own`() async throws {
    var limits = TransportLimits()
    limits.webSocket.messageByteCountMax = 4
    let server = try TestServer(limits: limits) { behaviour in
      behaviour.onFailed = { id, loop in
        loop.send(.text("too large"), to: id)
        loop.close(id, CloseStatus(4_413))
      }
    }
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    try await client.send("12345")
    #expect(try await client.readText() == "too large")
    #expect(try await client.readToEnd() == [0x88, 2, 0x11, 0x3D])
    await server.group.stop(within: .zero)
  }

  @Test func `a silent peer is pinged, then dropped`() async throws {
    var limits = TransportLimits()
    limits.idleTimeout = .milliseconds(50)
    let server = try TestServer(limits: limits)
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    #expect(try await client.readToEnd() == [0x89, 0])
    #expect(await server.until(.closed(.timedOut)))
    await server.group.stop(within: .zero)
  }

  /// A machine that slept, or had something else to do, has been silent itself.
  @Test func `after the loop was held up a peer has its time to answer`() async throws {
    var limits = TransportLimits()
    limits.idleTimeout = .seconds(2)
    let server = try TestServer(limits: limits) { behaviour in
      behaviour.onMessage = { message, id, loop in
        if message == .text(Array("hold".utf8)) {
          usleep(2_500_000)
        } else {
          loop.send(.text(message.payload), to: id)
        }
      }
    }
    let client = try TestClient(port: server.port)
    let answer = try await client.inOneGo { client in
      try client.upgrade()
      try client.send("hold")
      guard try client.readFrame().first == 0x89 else { return "no ping" }
      try client.write([0x8A, 0x80, 0, 0, 0, 0] + client.encoded("here"))
      return try client.readText()
    }
    #expect(answer == "here")
    await server.group.stop(within: .zero)
  }

  @Test func `a peer that does not answer our close is dropped`() async throws {
    var limits = TransportLimits()
    limits.closeTimeout = .milliseconds(20)
    let server = try TestServer(limits: limits) { behaviour in
      behaviour.onMessage = { _, id, loop in loop.close(id, .normal) }
    }
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    try await client.send("bye")
    #expect(try await client.readToEnd() == [0x88, 2, 3, 0xE8])
    #expect(await server.until(.closed(.timedOut)))
    await server.group.stop(within: .zero)
  }

  @Test func `nothing is sent behind our close frame`() async throws {
    let server = try TestServer { behaviour in
      behaviour.onMessage = { _, id, loop in loop.close(id, .normal) }
    }
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    let ping: [UInt8] = [0x89, 0x82, 0, 0, 0, 0, 0x68, 0x69]
    try await client.inOneGo { client in
      try client.write(ping + client.encoded("bye") + ping)
      #expect(try client.readFrame().first == 0x8A)
      #expect(try client.readFrame().first == 0x88)
      try client.sendClose(.normal)
      #expect(try client.readToEnd().isEmpty)
    }
    await server.group.stop(within: .zero)
  }

  @Test func `nothing is read from a paused connection until it is resumed`() async throws {
    let server = try TestServer { behaviour in
      behaviour.onMessage = { message, id, loop in
        loop.send(.message(message), to: id)
        guard message == .text(Array("pause".utf8)) else { return }
        loop.pauseReading(id)
        _ = loop.schedule(after: .milliseconds(50), for: id)
      }
      behaviour.onTimer = { id, loop in
        if let id { loop.resumeReading(id) }
      }
    }
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    try await client.send("pause")
    #expect(try await client.readText() == "pause")
    try await client.send("after")
    #expect(try await client.readText() == "after")
    let events = await server.upTo { $0 == .message("after") }
    #expect(events.suffix(3) == [.message("pause"), .timerFired, .message("after")])
    await server.group.stop(within: .zero)
  }

  @Test func `a paused connection that is closed ends with its peer's answer`() async throws {
    let server = try TestServer { behaviour in
      behaviour.onMessage = { _, id, loop in
        loop.pauseReading(id)
        loop.close(id, .normal)
      }
    }
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    // What it had to say before it knew is passed over, and keeps nobody from hearing the answer.
    try await client.send("one too many")
    #expect(try await client.readFrame().first == 0x88)
    try await client.send("another")
    try await client.sendClose(.normal)
    #expect(try await client.readToEnd().isEmpty)
    await client.endWriting()
    #expect(
      await server.upTo { if case .closed = $0 { true } else { false } }.last
        == .closed(.handshake(.normal)))
    await server.group.stop(within: .zero)
  }

  @Test func `a timer goes with its connection, and when it is taken back`() async throws {
    let server = try TestServer { behaviour in
      behaviour.onMessage = { _, id, loop in
        _ = loop.schedule(after: .milliseconds(10), for: id)
        loop.cancel(loop.schedule(after: .milliseconds(20)))
        _ = loop.schedule(after: .milliseconds(30))
        loop.drop(id)
      }
    }
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    try await client.send("drop me")
    let events = await server.upTo { $0 == .timerFired }
    #expect(events.suffix(2) == [.closed(.dropped), .timerFired])
    await server.group.stop(within: .zero)
  }

  @Test func `what is sent to a connection that is gone goes nowhere`() async throws {
    let server = try TestServer { behaviour in
      behaviour.onMessage = { _, id, loop in
        loop.drop(id)
        loop.post { loop in
          let isSent = loop.send(.text("hello?"), to: id)
          #expect(!isSent)
          loop.respond(HTTPResponse(status: .ok), to: id)
          loop.close(id, .normal)
          loop.pauseReading(id)
          _ = loop.schedule(after: .zero)
        }
      }
    }
    let client = try TestClient(port: server.port)
    try await client.upgrade()
    try await client.send("drop me")
    #expect(await server.until(.timerFired))
    await server.group.stop(within: .zero)
  }
}
