import Library
import TestSupport
import Testing

@testable import Framing

/// Messages in, frames out: `framing/encoding.json`.
struct EncodingVectorTests {
  static let cases = (try? Vectors.cases("framing", "encoding.json")) ?? []

  @Test(arguments: cases)
  func `what is sent has the bytes of the vector`(_ vector: Vectors.Case) throws {
    let when = try #require(vector.body["when"])
    let expected = try VectorBytes.read(vector.body["expect"])
    var session = try WebSocketSession(vector: vector.body["given"])
    if let text = when["text"] {
      let payload = try VectorBytes.payload(text) { Array($0.utf8) }
      #expect(session.encode(.text(payload)) == expected)
    } else if let binary = when["binary"] {
      let payload = try VectorBytes.payload(binary) { VectorBytes.hex($0) }
      #expect(session.encode(.binary(payload)) == expected)
    } else if let ping = when["ping"] {
      let payload = try VectorBytes.payload(ping) { VectorBytes.hex($0) }
      #expect(session.bytes(of: .ping(payload)) == expected)
    } else {
      let close = try #require(when["close"])
      let status = close["status"]?.int.map { CloseStatus(UInt16($0)) }
      var actions: [ConnectionAction] = []
      session.close(status, reason: close["reason"]?.string ?? "", into: &actions)
      #expect(actions == [.write(expected)])
    }
  }

  @Test func `a frame encoded once for many is what a session sends`() {
    let session = WebSocketSession(role: .server)
    for count in [0, 1, 125, 126, 65_535, 65_536] {
      let payload = [UInt8](repeating: 0x61, count: count)
      #expect(EncodedFrame.text(payload).bytes == session.encode(.text(payload)))
      #expect(EncodedFrame.binary(payload).bytes == session.encode(.binary(payload)))
    }
  }

  @Test(arguments: [0, 1, 2, 3, 5, 8, 13, 125, 126, 1_000, 65_536])
  func `what a client sends arrives at a server`(byteCount: Int) {
    var generator = SeededRandom(seed: UInt64(byteCount))
    let payload = (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let key = UInt32.random(in: 0...UInt32.max, using: &generator)
    let client = WebSocketSession(role: .client { key })
    var server = WebSocketSession(role: .server)
    let pieces = Feeding.random(client.encode(.binary(payload)), using: &generator)
    #expect(server.receive(pieces) == [.message(.binary(payload))])
  }
}
