@testable import Framing
import Testing

/// Messages in as many pieces as RFC 6455 §5.4 allows: in any number, of any size.
struct FragmentTests {
  private static let deflates = DeflateAgreement(
    keepsServerContext: false, keepsClientContext: false, serverWindowBits: 15,
    clientWindowBits: 15)

  private static func session(_ agreement: DeflateAgreement? = nil, limit: Int = 1 << 20)
    -> WebSocketSession
  {
    WebSocketSession(
      role: .server, limits: WebSocketLimits(messageByteCountMax: limit),
      deflate: agreement.map { DeflateSession($0, pool: DeflatePool()) })
  }

  /// A byte of a message as a frame of its own, masked with zeros.
  private static func frame(_ first: UInt8, _ byte: UInt8?) -> [UInt8] {
    [first, 0x80 | (byte == nil ? 0 : 1), 0, 0, 0, 0] + (byte.map { [$0] } ?? [])
  }

  private static func repeated(_ bytes: [UInt8]) -> [UInt8] {
    Array([[UInt8]](repeating: bytes, count: 100_000).joined())
  }

  @Test(arguments: [nil, deflates])
  func `100,000 frames of one byte are one message`(agreement: DeflateAgreement?) {
    var session = Self.session(agreement)
    var payload: [UInt8] = []
    for index in 0..<100_000 { payload.append(UInt8(truncatingIfNeeded: index &* 31 >> 3)) }
    let sent = agreement == nil ? payload : DeflatePool().deflate(payload.span)
    var bytes: [UInt8] = Self.frame(agreement == nil ? 0x02 : 0x42, sent[0])
    for byte in sent[1...] { bytes += Self.frame(0x00, byte) }
    bytes += Self.frame(0x80, nil)
    #expect(session.receive([bytes]) == [.message(.binary(payload))])
  }

  @Test func `100,000 empty frames hold nothing, and the message is what stands between them`() {
    var session = Self.session(limit: 2)
    var bytes = Self.frame(0x01, nil)
    for index in 0..<100_000 {
      bytes += Self.frame(0x00, index == 50_000 ? UInt8(ascii: "x") : nil)
    }
    bytes += Self.frame(0x80, nil)
    #expect(session.receive([bytes]) == [.message(.text([UInt8(ascii: "x")]))])
  }

  @Test func `100,000 empty blocks are an empty message`() {
    var session = Self.session(Self.deflates, limit: 2)
    let block: [UInt8] = [0, 0, 0, 0xFF, 0xFF]
    let frame = FrameEncoder.masked(
      opcode: .binary, payload: Self.repeated(block) + [0], key: 0)
    #expect(session.receive([[frame[0] | 0x40] + frame[1...]]) == [.message(.binary([]))])
  }

  @Test func `100,000 last blocks of five bytes each are one message`() {
    var session = Self.session(Self.deflates)
    let block: [UInt8] = [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    let frame = FrameEncoder.masked(
      opcode: .binary, payload: Self.repeated(block) + [0], key: 0)
    let hello = Self.repeated(Array("Hello".utf8))
    #expect(session.receive([[frame[0] | 0x40] + frame[1...]]) == [.message(.binary(hello))])
  }

  @Test func `fragments over the limit are refused by the frame that shows it`() {
    var session = Self.session(limit: 1_000)
    var bytes = Self.frame(0x02, 7)
    for _ in 0..<999 { bytes += Self.frame(0x00, 7) }
    #expect(session.receive([bytes]).isEmpty)
    // The header alone, before its byte has come.
    #expect(session.receive([[0x00, 0x81]]).isEmpty)
    #expect(session.receive([[0, 0, 0, 0]]) == [.failed(.messageTooBig)])
  }
}
