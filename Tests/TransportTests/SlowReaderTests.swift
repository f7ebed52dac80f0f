import Framing
import Glibc
import HTTPTypes
import Testing
import Transport

/// Readers on slow lines, who take what they are sent all the while and need longer for it than any
/// deadline is: the server's buffer, of megabytes, is not free enough in that time for the kernel to say so.
@Suite(.timeLimit(.minutes(1)))
struct SlowReaderTests {
  @Test func `an answer that is taken slowly is taken whole`() async throws {
    var limits = TransportLimits()
    limits.stallTimeout = .seconds(2)
    limits.keepAliveTimeout = .seconds(2)
    let body = [UInt8](repeating: 7, count: 24 << 20)
    let server = try TestServer(limits: limits) { behaviour in
      behaviour.onRequest = { _, id, loop in
        loop.respond(HTTPResponse(status: .ok), body: body, to: id)
      }
    }
    let client = try TestClient(port: server.port, receiveBufferByteCount: 32 << 10)
    let head = try await client.inOneGo { client in
      try client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try client.readHead()
      try client.readSlowly(body.count, for: .seconds(5))
      // The connection stands: it has the usual time for another request.
      try client.write("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
      return try client.readHead()
    }
    #expect(head.hasPrefix("HTTP/1.1 200 "))
    await server.group.stop(within: .zero)
  }

  /// It is not heard of in that time, for the ping waits behind the message.
  @Test(arguments: [1 << 20, 24 << 20])
  func `a message that is taken slowly is taken whole`(byteCount: Int) async throws {
    var limits = TransportLimits()
    limits.stallTimeout = .seconds(2)
    limits.idleTimeout = .seconds(2)
    let server = try TestServer(limits: limits) { behaviour in
      behaviour.onMessage = { _, id, loop in
        loop.send(.binary([UInt8](repeating: 7, count: byteCount)), to: id)
      }
    }
    let client = try TestClient(port: server.port, receiveBufferByteCount: 32 << 10)
    let headByteCount = 10
    try await client.inOneGo { client in
      try client.upgrade()
      try client.send("go")
      try client.readSlowly(headByteCount + byteCount, for: .seconds(5))
      try client.send("go")
      var first = UInt8(0)
      while first != 0x82 { first = try client.readFrame().first }
    }
    await server.group.stop(within: .zero)
  }

  /// As by a process that is suspended: its peer takes what is in the kernel, and waits for more.
  @Test func `a reader has its time though the loop was held up`() async throws {
    var limits = TransportLimits()
    limits.stallTimeout = .milliseconds(300)
    let byteCount = 24 << 20
    let server = try TestServer(limits: limits) { behaviour in
      behaviour.onMessage = { _, id, loop in
        loop.send(.binary([UInt8](repeating: 7, count: byteCount)), to: id)
        _ = loop.schedule(after: .milliseconds(100), for: id)
      }
      behaviour.onTimer = { _, _ in usleep(1_000_000) }
    }
    let client = try TestClient(port: server.port, receiveBufferByteCount: 32 << 10)
    let first = try await client.inOneGo { client in
      try client.upgrade()
      try client.send("go")
      usleep(200_000)
      return try client.readFrame().payload.count
    }
    #expect(first == byteCount)
    await server.group.stop(within: .zero)
  }

  /// The time in which a peer has to answer a close frame begins when it has been given that.
  @Test func `what was sent before a close arrives, however slowly it is taken`() async throws {
    var limits = TransportLimits()
    limits.closeTimeout = .milliseconds(100)
    let byteCount = 16 << 20
    let server = try TestServer(limits: limits) { behaviour in
      behaviour.onMessage = { _, id, loop in
        loop.send(.binary([UInt8](repeating: 7, count: byteCount)), to: id)
        loop.close(id, .normal)
      }
    }
    let client = try TestClient(port: server.port, receiveBufferByteCount: 32 << 10)
    let headByteCount = 10
    let close = try await client.inOneGo { client in
      try client.upgrade()
      try client.send("go")
      try client.readSlowly(headByteCount + byteCount, for: .seconds(1))
      return try client.read(4)
    }
    #expect(close == [0x88, 2, 3, 0xE8])
    #expect(await server.until(.closed(.timedOut)))
    await server.group.stop(within: .zero)
  }

  /// Nothing is read from it meanwhile: it cannot be late.
  @Test(arguments: [
    "HEAD / HTTP/1.1\r\nHo", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n1",
  ])
  func `half a request that comes behind another waits for the answer to that`(
    half: String
  ) async throws {
    var limits = TransportLimits()
    limits.headTimeout = .milliseconds(700)
    limits.bodyTimeout = .milliseconds(700)
    let body = [UInt8](repeating: 7, count: 16 << 20)
    let server = try TestServer(limits: limits) { behaviour in
      behaviour.onRequest = { request, id, loop in
        let isFirst = request.head.method == .get
        loop.respond(HTTPResponse(status: .ok), body: isFirst ? body : [], to: id)
      }
    }
    let client = try TestClient(port: server.port, receiveBufferByteCount: 32 << 10)
    let head = try await client.inOneGo { client in
      try client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n" + half)
      _ = try client.readHead()
      try client.readSlowly(body.count, for: .seconds(2))
      try client.write(half.hasPrefix("HEAD") ? "st: a\r\n\r\n" : "2")
      return try client.readHead()
    }
    #expect(head.hasPrefix("HTTP/1.1 200 "))
    await server.group.stop(within: .zero)
  }

  /// Its side of the kernel goes on taking, as long as there is room: that is no sign of a reader.
  @Test func `a reader that answers nothing is dropped though all it was sent has arrived`()
    async throws
  {
    var limits = TransportLimits()
    limits.idleTimeout = .milliseconds(200)
    let server = try TestServer(limits: limits) { behaviour in
      behaviour.onMessage = { _, id, loop in
        loop.send(.binary([UInt8](repeating: 7, count: 16 << 10)), to: id)
      }
    }
    let client = try TestClient(port: server.port)
    try await client.inOneGo { client in
      try client.upgrade()
      try client.send("go")
    }
    #expect(await server.until(.closed(.timedOut)))
    await server.group.stop(within: .zero)
  }
}
