@testable import Framing
import TestSupport
import Testing

/// What zlib makes for us keeps to what was agreed on, and what it makes of others' bytes to our
/// limits.
struct DeflateTests {
  /// Inflates messages one after the other as a peer with a window of `windowBits` does: a byte of
  /// output at a time, so that nothing but the window is there to refer to.
  private static func inflate(_ messages: [[UInt8]], windowBits: Int) throws -> [[UInt8]] {
    let inflater = Inflater(windowBits: windowBits)
    var scratch: [UInt8] = [0]
    return try messages.map { message in
      var output: [UInt8] = []
      try inflater.inflate(
        message.span, appendingTo: &output, byteCountMax: .max - 1, scratch: &scratch)
      try inflater.endMessage(
        appendingTo: &output, byteCountMax: .max - 1, scratch: &scratch)
      return output
    }
  }

  /// Bytes that repeat themselves at every distance.
  private static func payload(_ count: Int, using generator: inout SeededRandom) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if bytes.isEmpty || Int.random(in: 0..<8, using: &generator) == 0 {
        bytes.append(UInt8.random(in: 0...255, using: &generator))
      } else {
        let start = Int.random(in: 0..<bytes.count, using: &generator)
        bytes += bytes[start...].prefix(Int.random(in: 1...60, using: &generator))
      }
    }
    return Array(bytes.prefix(count))
  }

  @Test(arguments: DeflateLimits.windowBitsMin...DeflateLimits.windowBitsMax)
  func `what is compressed for a window refers back no further`(windowBits: Int) throws {
    var generator = SeededRandom(seed: UInt64(windowBits))
    let deflater = Deflater(windowBits: windowBits)
    let messages = [0, 1, 2, 300, 5_000, 0, 70_000].map {
      Self.payload($0, using: &generator)
    }
    let compressed = messages.map { deflater.deflate($0.span) }
    #expect(try Self.inflate(compressed, windowBits: windowBits) == messages)
    // And it does use it: a smaller one is not enough.
    if windowBits > 9 {
      #expect(throws: WebSocketError.corruptDeflate) {
        try Self.inflate(compressed, windowBits: windowBits - 1)
      }
    }
  }

  @Test(arguments: 0..<16)
  func `what is compressed arrives, whatever was agreed on`(seed: Int) throws {
    var generator = SeededRandom(seed: UInt64(seed))
    let keeps = Bool.random(using: &generator)
    let bits = Int.random(in: 8...15, using: &generator)
    let agreement = DeflateAgreement(
      keepsServerContext: keeps, keepsClientContext: keeps, serverWindowBits: bits,
      clientWindowBits: bits)
    var sender = DeflateSession(agreement, pool: DeflatePool())
    var receiver = DeflateSession(agreement, pool: DeflatePool())
    for _ in 0..<20 {
      let count = [0, 1, 100, 3_000, 40_000].randomElement(using: &generator) ?? 0
      let message = Self.payload(count, using: &generator)
      let frame = sender.bytes(of: .binary(message, deflatedFrom: 0))
      guard frame[0] == 0xC2 else {
        #expect(frame == EncodedFrame.binary(message).bytes)
        continue
      }
      let start = frame[1] < 126 ? 2 : frame[1] == 126 ? 4 : 10
      var output: [UInt8] = []
      for piece in Feeding.random(Array(frame[start...]), using: &generator) {
        try receiver.inflate(
          piece.span, mask: nil, phase: 0, appendingTo: &output, byteCountMax: message.count)
      }
      try receiver.endMessage(appendingTo: &output, byteCountMax: message.count)
      #expect(output == message)
    }
  }

  @Test func `a bomb is stopped at the limit, while it is inflated`() throws {
    let deflater = Deflater(windowBits: 15)
    let bomb = deflater.deflate([UInt8](repeating: 0, count: 50_000_000).span)
    #expect(bomb.count < 50_000_000 / 200)
    let inflater = Inflater(windowBits: 15)
    var output: [UInt8] = []
    var scratch = [UInt8](repeating: 0, count: DeflateLimits.stepByteCount)
    #expect(throws: WebSocketError.messageTooBig) {
      try inflater.inflate(
        bomb.span, appendingTo: &output, byteCountMax: 100_000, scratch: &scratch)
    }
    #expect(output.count <= 100_000)
    #expect(output.capacity < 300_000)
  }

  @Test func `many compressed messages under way at once do not mix`() throws {
    let pool = DeflatePool()
    var generator = SeededRandom(seed: 7)
    let agreement = DeflateAgreement(
      keepsServerContext: false, keepsClientContext: false, serverWindowBits: 15,
      clientWindowBits: 15)
    let messages = (0..<12).map { _ in Self.payload(4_000, using: &generator) }
    let compressed = messages.map { pool.deflate($0.span) }
    for _ in 0..<3 {
      var sessions = messages.map { _ in DeflateSession(agreement, pool: pool) }
      var outputs = messages.map { _ in [UInt8]() }
      for half in 0..<2 {
        for index in messages.indices {
          let middle = compressed[index].count / 2
          let piece = half == 0 ? compressed[index][..<middle] : compressed[index][middle...]
          try sessions[index].inflate(
            Array(piece).span, mask: nil, phase: 0, appendingTo: &outputs[index],
            byteCountMax: 4_000)
        }
      }
      for index in messages.indices {
        try sessions[index].endMessage(appendingTo: &outputs[index], byteCountMax: 4_000)
      }
      #expect(outputs == messages)
    }
  }

  @Test func `of messages that inflate to much some are told, and the others next`() {
    let agreement = DeflateAgreement(
      keepsServerContext: false, keepsClientContext: false, serverWindowBits: 15,
      clientWindowBits: 15)
    let pool = DeflatePool()
    var session = WebSocketSession(
      role: .server, limits: WebSocketLimits(), deflate: DeflateSession(agreement, pool: pool))
    let message = [UInt8](repeating: 0x61, count: 3_000)
    var frame = FrameEncoder.masked(
      opcode: .text, payload: pool.deflate(message.span), key: 0xA1B2_C3D4)
    frame[0] |= 0x40
    let bytes = [UInt8](repeatElement(frame, count: 5).joined())
    var actions: [ConnectionAction] = []
    let count = session.receive(bytes.span, inflatedByteCountMax: 4_000, into: &actions)
    #expect(count == 2 * frame.count)
    #expect(actions == [.message(.text(message)), .message(.text(message))])
    let rest = session.receive(bytes.span.extracting(count...), into: &actions)
    #expect(rest == 3 * frame.count)
    #expect(actions.count == 5)
  }

  @Test func `a frame is compressed once for all who have agreed to the same`() {
    let message = [UInt8](repeating: 0x61, count: DeflateLimits.payloadByteCountMin)
    let frame = EncodedFrame.text(message)
    let (first, second) = (frame.deflated(by: DeflatePool()), frame.deflated(by: DeflatePool()))
    #expect(first.count < 40)
    #expect(first[0] == 0xC1)
    let isShared = unsafe first.withUnsafeBufferPointer { first in
      unsafe second.withUnsafeBufferPointer { second in
        unsafe first.baseAddress == second.baseAddress
      }
    }
    #expect(isShared)
  }

  @Test func `a small frame and one that would not shrink go as they are`() {
    let pool = DeflatePool()
    let small = EncodedFrame.text(
      [UInt8](repeating: 0x61, count: DeflateLimits.payloadByteCountMin - 1))
    #expect(small.deflated(by: pool) == small.bytes)
    var generator = SeededRandom(seed: 1)
    let noise = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let random = EncodedFrame.binary(noise)
    #expect(random.deflated(by: pool) == random.bytes)
    #expect(EncodedFrame.ping([1]).deflated(by: pool) == EncodedFrame.ping([1]).bytes)
  }

  @Test func `two frames of the same bytes are equal, compressed or not`() {
    let message = [UInt8](repeating: 0x61, count: 2_000)
    let one = EncodedFrame.text(message)
    _ = one.deflated(by: DeflatePool())
    #expect(one == EncodedFrame.text(message))
    #expect(one != EncodedFrame.binary(message))
  }
}
