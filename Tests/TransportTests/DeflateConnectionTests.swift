@testable import Framing
import HTTPTypes
import Testing
import Transport

/// permessage-deflate (RFC 7692) over real sockets, against a client that is made here frame by
/// frame.
@Suite(.timeLimit(.minutes(1)))
struct DeflateConnectionTests {
  /// A message that shrinks, and is different everywhere.
  private static func text(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var number = 0
    while bytes.count < count {
      number = (number &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
      bytes += Array("{\"book\":\"\(number)\",\"title\":\"Title \(number % 1_000)\"}".utf8)
    }
    return Array(bytes.prefix(count))
  }

  /// A message as a client's frames of at most so many bytes each.
  private static func frames(_ payload: [UInt8], firstByte: UInt8, by size: Int) -> [UInt8] {
    var frames: [UInt8] = []
    var first = firstByte
    for start in stride(from: 0, to: max(payload.count, 1), by: size) {
      let piece = Array(payload[start..<min(start + size, payload.count)])
      let isLast = start + size >= payload.count
      let key = UInt32(truncatingIfNeeded: start &* 2_654_435_761)
      var frame = FrameEncoder.masked(opcode: .text, payload: piece, key: key)
      frame[0] = first | (isLast ? 0x80 : 0)
      frames += frame
      first = 0
    }
    return frames
  }

  /// What a server's frame says to a peer with a window of so many bits, however it came.
  private static func read(
    _ frame: (first: UInt8, payload: [UInt8]), with inflater: Inflater
  ) throws -> [UInt8] {
    guard frame.first & 0x40 != 0 else { return frame.payload }
    var message: [UInt8] = []
    // Little by little, so that what is referred to must be in the window.
    var scratch = [UInt8](repeating: 0, count: 64)
    try inflater.inflate(
      frame.payload.span, appendingTo: &message, byteCountMax: 1 << 24, scratch: &scratch)
    try inflater.endMessage(appendingTo: &message, byteCountMax: 1 << 24, scratch: &scratch)
    return message
  }

  @Test(arguments: [
    (9, false, 1), (9, false, 1_000), (15, false, 70_000), (15, true, 300), (10, true, 4_096),
  ])
  func `large messages come back whole, compressed and fragmented`(
    bits: Int, keepsContext: Bool, size: Int
  ) async throws {
    var limits = TransportLimits()
    var policy = DeflatePolicy()
    policy.keepsServerContext = keepsContext
    policy.keepsClientContext = keepsContext
    limits.webSocket.deflate = policy
    let server = try TestServer(limits: limits)
    let client = try TestClient(port: server.port)
    let head = try await client.upgrade(
      extensions: "permessage-deflate; server_max_window_bits=\(bits)")
    #expect(head.contains("server_max_window_bits=\(bits)"))
    #expect(head.contains("server_no_context_takeover") == !keepsContext)
    let deflater = Deflater(windowBits: 15)
    let inflater = Inflater(windowBits: bits)
    for count in [900_000, 10, 2_000, 200_000, 2_000] {
      let message = Self.text(count)
      if !keepsContext {
        deflater.reset()
        inflater.reset()
      }
      let compressed = deflater.deflate(message.span)
      #expect(count < 1_000 || compressed.count < count / 2)
      try await client.write(Self.frames(compressed, firstByte: 0x41, by: size))
      let frame = try await client.readFrame()
      #expect(frame.first == (count < DeflateLimits.payloadByteCountMin ? 0x81 : 0xC1))
      #expect(try Self.read(frame, with: inflater) == message)
    }
    await server.group.stop(within: .zero)
  }

  @Test func `one message reaches those who agreed to compression and those who did not`()
    async throws
  {
    let message = Self.text(5_000)
    let server = try TestServer { behaviour in
      behaviour.onMessage = { _, id, loop in
        loop.send(.text(message), to: CollectionOfOne(id))
        loop.send(.text("end"), to: id)
      }
    }
    for offer in ["permessage-deflate; client_max_window_bits", nil, "permessage-deflate; foo"] {
      let client = try TestClient(port: server.port)
      try await client.upgrade(extensions: offer)
      try await client.send("go")
      let frame = try await client.readFrame()
      #expect(frame.first == (offer?.hasSuffix("bits") ?? false ? 0xC1 : 0x81))
      #expect(try Self.read(frame, with: Inflater(windowBits: 15)) == message)
      #expect(try await client.readText() == "end")
    }
    await server.group.stop(within: .zero)
  }

  @Test func `a bomb ends its connection with 1009, others go on`() async throws {
    let server = try TestServer()
    let good = try TestClient(port: server.port)
    try await good.upgrade(extensions: "permessage-deflate")
    let bad = try TestClient(port: server.port)
    try await bad.upgrade(extensions: "permessage-deflate")
    let bomb = Deflater(windowBits: 15).deflate([UInt8](repeating: 0x61, count: 20_000_000).span)
    try await bad.write(Self.frames(bomb, firstByte: 0x41, by: bomb.count))
    let close = try await bad.readFrame()
    #expect(close.first == 0x88)
    #expect(close.payload.starts(with: [3, 0xF1]))
    #expect(await server.until(.failed(.messageTooBig)))
    try await good.send("still here")
    #expect(try await good.readText() == "still here")
    await server.group.stop(within: .zero)
  }

  @Test func `a corrupt message ends its connection with 1007, others go on`() async throws {
    let server = try TestServer()
    let good = try TestClient(port: server.port)
    try await good.upgrade(extensions: "permessage-deflate")
    let bad = try TestClient(port: server.port)
    try await bad.upgrade(extensions: "permessage-deflate")
    // The good one's message is under way while the bad one fails.
    let message = Self.text(3_000)
    let frames = Self.frames(
      Deflater(windowBits: 15).deflate(message.span), firstByte: 0x41, by: 100)
    try await good.write(Array(frames[..<200]))
    try await bad.write(Self.frames([0x06], firstByte: 0x41, by: 1))
    let close = try await bad.readFrame()
    #expect(close.first == 0x88)
    #expect(close.payload.starts(with: [3, 0xEF]))
    try await good.write(Array(frames[200...]))
    let frame = try await good.readFrame()
    #expect(try Self.read(frame, with: Inflater(windowBits: 15)) == message)
    await server.group.stop(within: .zero)
  }
}
