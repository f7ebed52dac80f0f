@testable import Framing
import Library
import TestSupport
import Testing

/// Frames in, actions out: `framing/frames.json`, and compressed ones in `framing/deflate.json`.
struct FrameVectorTests {
  static let cases = ["frames.json", "deflate.json"].flatMap { file in
    (try? Vectors.cases("framing", file)) ?? []
  }

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
      var generator = SeededRandom(seed: seed)
      var session = try WebSocketSession(vector: vector.body["given"])
      let actions = session.receive(Feeding.random(bytes, using: &generator))
      #expect(actions.map(\.json) == expected, "seed \(seed)")
    }
  }

  @Test func `the vectors are found`() {
    #expect(Set(Self.cases.map(\.file)).count == 2)
  }
}

extension WebSocketSession {
  /// A session as a vector's `given` describes it; a client's masking key is the RFC's example.
  init(vector given: JSONValue?) throws {
    var limits = WebSocketLimits()
    if let count = given?["messageByteCountMax"]?.int { limits.messageByteCountMax = count }
    let isClient = given?["role"]?.string == "client"
    let agreement = given?["deflate"].map(DeflateAgreement.init(vector:))
    self.init(
      role: isClient ? .client { 0x3D21_FA37 } : .server, limits: limits,
      deflate: agreement.map { DeflateSession($0, pool: DeflatePool()) })
    guard let close = given?["close"] else { return }
    var actions: [ConnectionAction] = []
    let status = try #require(close["status"]?.int)
    self.close(CloseStatus(UInt16(status)), reason: close["reason"]?.string ?? "", into: &actions)
  }
}

extension DeflateAgreement {
  /// What a vector says was agreed on; by default nothing is kept.
  init(vector given: JSONValue) {
    self.init(
      keepsServerContext: given["keepsServerContext"]?.bool ?? false,
      keepsClientContext: given["keepsClientContext"]?.bool ?? false,
      serverWindowBits: given["serverWindowBits"]?.int ?? DeflateLimits.windowBitsMax,
      clientWindowBits: given["clientWindowBits"]?.int ?? DeflateLimits.windowBitsMax)
  }
}
