import Framing
import Synchronization
import Testing
import Transport

/// Slow readers: they are told behind, they catch up, or they are dropped.
@Suite(.timeLimit(.minutes(1)))
struct BackPressureTests {
  private static func limits(soft: Int, hard: Int) -> TransportLimits {
    var limits = TransportLimits()
    limits.outSoftByteCount = soft
    limits.outHardByteCount = hard
    return limits
  }

  /// A server that answers each message by so many frames of a kibibyte, a few per tick: at its end, or
  /// each at once.
  private static func flood(
    _ frameCount: Int, _ limits: TransportLimits, atOnce: Bool = false
  ) throws -> TestServer {
    let frame = EncodedFrame.binary([UInt8](repeating: 7, count: 1_024))
    return try TestServer(limits: limits) { behaviour in
      behaviour.onMessage = { _, id, loop in
        pour(frame, frameCount, into: id, atOnce: atOnce, on: loop)
      }
    }
  }

  private static func pour(
    _ frame: EncodedFrame, _ left: Int, into id: ConnectionID, atOnce: Bool,
    on loop: isolated EventLoop
  ) {
    guard left > 0 else { return }
    for _ in 0..<min(left, 64) {
      if atOnce { loop.sendNow(frame, to: [id]) } else { loop.send(frame, to: id) }
    }
    loop.post { loop in pour(frame, left - 64, into: id, atOnce: atOnce, on: loop) }
  }

  @Test(arguments: [false, true])
  func `a reader over the hard limit is told behind, then dropped`(atOnce: Bool) async throws {
    let limits = Self.limits(soft: 64 << 10, hard: 1 << 20)
    let server = try Self.flood(1 << 20, limits, atOnce: atOnce)
    let client = try TestClient(port: server.port, receiveBufferByteCount: 4_096)
    try await client.upgrade()
    try await client.send("go")
    let events = await server.upTo { if case .closed = $0 { true } else { false } }
    #expect(events.suffix(2) == [.fellBehind, .closed(.tooSlow)])
    await server.group.stop(within: .zero)
  }

  @Test(arguments: [false, true])
  func `a reader that was behind and reads everything has caught up`(atOnce: Bool) async throws {
    let frameCount = 32 << 10
    let limits = Self.limits(soft: 64 << 10, hard: 1 << 30)
    let server = try Self.flood(frameCount, limits, atOnce: atOnce)
    let client = try TestClient(port: server.port, receiveBufferByteCount: 4_096)
    try await client.upgrade()
    try await client.send("go")
    #expect(await server.until(.fellBehind))
    for _ in 0..<frameCount {
      let frame = try await client.readFrame()
      try #require(frame.payload.count == 1_024)
    }
    #expect(await server.until(.caughtUp))
    await server.group.stop(within: .zero)
  }

  @Test func `a slow reader does not slow others down`() async throws {
    let server = try Self.flood(4 << 10, Self.limits(soft: 64 << 10, hard: 1 << 30))
    let slow = try TestClient(port: server.port, receiveBufferByteCount: 4_096)
    try await slow.upgrade()
    try await slow.send("go")
    #expect(await server.until(.fellBehind))
    let quick = try TestClient(port: server.port)
    try await quick.upgrade()
    try await quick.send("go")
    for _ in 0..<(4 << 10) { _ = try await quick.readFrame() }
    await server.group.stop(within: .zero)
  }

  @Test func `a reader that was quiet for long has all its time when it begins to lag`()
    async throws
  {
    let frame = EncodedFrame.binary([UInt8](repeating: 7, count: 1_024))
    var limits = Self.limits(soft: 64 << 10, hard: 1 << 30)
    limits.stallTimeout = .milliseconds(300)
    let start = Mutex<ContinuousClock.Instant?>(nil)
    let server = try TestServer(limits: limits) { behaviour in
      behaviour.onMessage = { _, id, loop in
        _ = loop.schedule(after: .milliseconds(400), for: id)
      }
      behaviour.onTimer = { id, loop in
        start.withLock { $0 = .now }
        if let id { Self.pour(frame, 16 << 10, into: id, atOnce: true, on: loop) }
      }
    }
    let client = try TestClient(port: server.port, receiveBufferByteCount: 4_096)
    try await client.upgrade()
    try await client.send("go")
    #expect(await server.until(.closed(.timedOut)))
    let lag = try #require(start.withLock { $0 }).duration(to: .now)
    #expect(lag >= limits.stallTimeout)
    await server.group.stop(within: .zero)
  }

  @Test func `a reader that takes nothing for too long is dropped`() async throws {
    var limits = Self.limits(soft: 64 << 10, hard: 1 << 30)
    limits.stallTimeout = .milliseconds(50)
    let server = try Self.flood(16 << 10, limits)
    let client = try TestClient(port: server.port, receiveBufferByteCount: 4_096)
    try await client.upgrade()
    try await client.send("go")
    #expect(await server.until(.closed(.timedOut)))
    await server.group.stop(within: .zero)
  }

  // MARK: Messages larger than the hard limit

  /// A server that answers by messages of so many bytes, all in one tick.
  private static func answering(
    _ byteCounts: [Int], _ limits: TransportLimits
  ) throws -> TestServer {
    try TestServer(limits: limits) { behaviour in
      behaviour.onMessage = { _, id, loop in
        for count in byteCounts {
          loop.send(.binary([UInt8](repeating: 7, count: count)), to: id)
        }
      }
    }
  }

  /// Two of them fit the bound of such messages together, and what is small goes with them.
  @Test func `a slow reader gets whole what is larger than the hard limit`() async throws {
    var limits = Self.limits(soft: 64 << 10, hard: 1 << 20)
    limits.outMessageByteCountMax = 24 << 20
    let byteCounts = [1_000, 14 << 20, 1_000, 6 << 20, 500_000]
    let server = try Self.answering(byteCounts, limits)
    let client = try TestClient(port: server.port, receiveBufferByteCount: 65_536)
    try await client.upgrade()
    try await client.send("go")
    #expect(await server.until(.fellBehind))
    for count in byteCounts {
      let frame = try await client.readFrame()
      try #require(frame.payload.count == count)
    }
    #expect(await server.until(.caughtUp))
    await server.group.stop(within: .zero)
  }

  @Test(arguments: [
    [13 << 20, 13 << 20], [25 << 20], [14 << 20] + Array(repeating: 200_000, count: 6),
  ])
  func `more than may be told at once, or be heaped up beside it, is not kept`(
    byteCounts: [Int]
  ) async throws {
    var limits = Self.limits(soft: 64 << 10, hard: 1 << 20)
    limits.outMessageByteCountMax = 16 << 20
    let server = try Self.answering(byteCounts, limits)
    let client = try TestClient(port: server.port, receiveBufferByteCount: 4_096)
    try await client.upgrade()
    try await client.send("go")
    let events = await server.upTo { if case .closed = $0 { true } else { false } }
    #expect(events.last == .closed(.tooSlow))
    await server.group.stop(within: .zero)
  }

  @Test func `a reader that takes nothing of a large message is dropped in time`() async throws {
    var limits = Self.limits(soft: 64 << 10, hard: 1 << 20)
    limits.stallTimeout = .milliseconds(50)
    let server = try Self.answering([24 << 20], limits)
    let client = try TestClient(port: server.port, receiveBufferByteCount: 4_096)
    try await client.upgrade()
    try await client.send("go")
    #expect(await server.until(.closed(.timedOut)))
    await server.group.stop(within: .zero)
  }
}
