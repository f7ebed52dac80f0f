import Framing
import Glibc
import HTTPTypes
import Synchronization
import Testing

@testable import Transport

/// Peers that want more than their share.
@Suite(.timeLimit(.minutes(1)))
struct PressureTests {
  private static func limits(pause: Int, soft: Int) -> TransportLimits {
    var limits = TransportLimits()
    limits.outPauseByteCount = pause
    limits.outSoftByteCount = soft
    return limits
  }

  @Test func `one address has so many connections and no more`() async throws {
    var limits = TransportLimits()
    limits.connectionsPerAddressMax = 2
    limits.countsLoopbackAddresses = true
    let server = try TestServer(loops: 2, limits: limits)
    let first = try TestClient(port: server.port)
    let second = try TestClient(port: server.port)
    for client in [first, second] {
      try await client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try await client.readHead()
    }
    let third = try TestClient(port: server.port)
    let answer = String(decoding: try await third.readToEnd(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 429 "))
    #expect(answer.contains("Retry-After: "))
    #expect(await server.until(.refused(.address)))
    await first.endWriting()
    #expect(await server.until(.closed(.finished)))
    let fourth = try TestClient(port: server.port)
    try await fourth.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try await fourth.readHead().hasPrefix("HTTP/1.1 200 "))
    await server.group.stop(within: .zero)
  }

  @Test func `what the machine has no room to watch is a bound, and nothing else is`() {
    for code in [ENOSPC, ENOMEM] { #expect(Poller.isFull(code)) }
    for code in [0, EBADF, EEXIST, EINVAL, ENOENT, EPERM] { #expect(!Poller.isFull(code)) }
  }

  @Test func `who cannot be watched is told to come again, and the others are served`() async throws
  {
    let server = try TestServer()
    var ends: [CInt] = [-1, -1]
    try #require(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (near, far) = (
      try Descriptor(ends[0], from: "socketpair"), try Descriptor(ends[1], from: "socketpair")
    )
    server.group.loops[0].post { loop in
      loop.turnAway(Arrival(descriptor: near, peer: .local, security: .plain), as: .watches)
    }
    #expect(await server.until(.refused(.watches)))
    var answer = [UInt8](repeating: 0, count: 1_024)
    let count = unsafe read(far.raw, &answer, answer.count)
    #expect(
      String(decoding: answer.prefix(max(count, 0)), as: UTF8.self).hasPrefix("HTTP/1.1 503 "))
    let client = try TestClient(port: server.port)
    try await client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try await client.readHead().hasPrefix("HTTP/1.1 200 "))
    await server.group.stop(within: .zero)
  }

  /// A client that asks and asks, and takes no answer, is asked for no more; when it takes them, it gets
  /// every one.
  @Test func `requests are not answered ahead of who takes no answers`() async throws {
    let count = 4_000
    let told = Mutex(0)
    let body = [UInt8](repeating: 7, count: 16 << 10)
    let server = try TestServer(limits: Self.limits(pause: 128 << 10, soft: 64 << 10)) {
      behaviour in
      behaviour.onRequest = { _, id, loop in
        told.withLock { $0 += 1 }
        loop.respond(HTTPResponse(status: .ok), body: body, to: id)
      }
    }
    let client = try TestClient(port: server.port, receiveBufferByteCount: 4_096)
    // Small enough to be sent whole before anything is read.
    try await client.write(
      String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: count))
    let other = try TestClient(port: server.port)
    try await other.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try await other.readHead()
    try await Task.sleep(for: .milliseconds(100))
    // What the kernel's buffers take, some MiB, and 128 KiB.
    #expect(told.withLock { $0 } < count / 4)
    for _ in 0..<count {
      _ = try await client.readHead()
      _ = try await client.read(body.count)
    }
    #expect(told.withLock { $0 } == count + 1)
    await server.group.stop(within: .zero)
  }

  /// 127 bytes to and fro, some 25 MB of them: more than the kernel's buffers hold.
  @Test func `a flood of pings is answered no faster than the pongs are taken`() async throws {
    let server = try TestServer(limits: Self.limits(pause: 128 << 10, soft: 64 << 10))
    let client = try TestClient(port: server.port, receiveBufferByteCount: 4_096)
    try await client.upgrade()
    let payload = [UInt8](repeating: 9, count: 125)
    // Masked by a key of zeros, which leaves it as it is.
    let ping: [UInt8] = [0x89, 0x80 | 125, 0, 0, 0, 0] + payload
    let pings = Array(repeatElement(ping, count: 1_000).joined())
    let pongs = Array(repeatElement([0x8A, 125] + payload, count: 1_000).joined())
    let total = 200 * pings.count
    var sent = 0
    // Without a bound on pongs all would go out, or the connection would be dropped.
    while sent < total {
      let rest = Array(pings[(sent % pings.count)...])
      let count = try await client.writeWhatFits(rest)
      sent += count
      if count < rest.count { break }
    }
    #expect(sent < total)
    // Whoever takes them gets each of them.
    for _ in 0..<sent / pings.count {
      let arrived = try await client.read(pongs.count)
      let areSame = arrived == pongs
      try #require(areSame)
    }
    await server.group.stop(within: .zero)
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("::1", "::1"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::", "2001:db8:1:2::/64"),
    ("2001:db8:1:102::", "2001:db8:1:102::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"),
    ("", nil), ("a", nil), ("192.0.2.1, 192.0.2.2", nil), ("1.2.3", nil),
  ])
  func `IPv6 addresses are counted by their network`(address: String, name: String?) {
    #expect(Network.name(of: address) == name)
    #expect(Network.name(ofForwarded: address) == name)
  }

  @Test(arguments: [
    ("192.0.2.1:8080", "192.0.2.1"), ("[2001:db8:1:2::3]:8080", "2001:db8:1:2::/64"),
    ("[2001:db8:1:2::3]", "2001:db8:1:2::/64"), ("[::ffff:192.0.2.1]:1", "192.0.2.1"),
    ("[", nil), ("[]", nil), (":80", nil), ("unknown", nil), ("_hidden:80", nil),
  ])
  func `a proxy may write an address with a port`(node: String, name: String?) {
    #expect(Network.name(ofForwarded: node) == name)
  }

  @Test func `a body that drips is cut when its time is over`() async throws {
    var limits = TransportLimits()
    limits.bodyDurationMax = .milliseconds(200)
    let server = try TestServer(limits: limits)
    let client = try TestClient(port: server.port)
    try await client.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
    let drip = Task {
      while true {
        try await client.write("x")
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    #expect(await server.until(.closed(.timedOut)))
    drip.cancel()
    _ = try? await drip.value
    await server.group.stop(within: .zero)
  }
}
