import Framing
import Library
import TestSupport
import Testing

/// Frames in, actions out: `framing/frames.json`.
struct FrameVectorTests {
  static let cases = (try? Vectors.cases("framing", "frames.json")) ?? []

  @Test(arguments: cases)
  func `frames give the actions of the vector, however they arrive`(_ vector: Vectors.Case) throws {
    let bytes = try VectorBytes.read(vector.body["when"])
    let expected = try #require(vector.body["expect"]?.array).expanded()
    for pieces in Feeding.all(bytes) {
      var session = try WebSocketSession(vector: vector.body["given"])
      let actions = session.receive(pieces)
      #expect(actions.map(\.json) == expected, "in pieces of \(pieces.map(\.count))")
    }
  }

  @Test(arguments: cases)
  func `frames arriving in random pieces give the same actions`(_ vector: Vectors.Case) throws {
    let bytes = try VectorBytes.read(vector.body["when"])
    let expected = try #require(vector.body["expect"]?.array).expanded()
    for seed in 0..<8 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var session = try WebSocketSession(vector: vector.body["given"])
      let actions = session.receive(Feeding.random(bytes, using: &generator))
      #expect(actions.map(\.json) == expected, "seed \(seed)")
    }
  }

  @Test func `the vectors are found`() {
    #expect(!Self.cases.isEmpty)
  }
}

extension WebSocketSession {
  /// A session as a vector's `given` describes it; a client's masking key is the RFC's example.
  init(vector given: JSONValue?) throws {
    var limits = WebSocketLimits()
    if let count = given?["messageByteCountMax"]?.int { limits.messageByteCountMax = count }
    let isClient = given?["role"]?.string == "client"
    self.init(role: isClient ? .client { 0x3D21_FA37 } : .server, limits: limits)
    guard let close = given?["close"] else { return }
    var actions: [ConnectionAction] = []
    let status = try #require(close["status"]?.int)
    self.close(CloseStatus(UInt16(status)), reason: close["reason"]?.string ?? "", into: &actions)
  }
}
