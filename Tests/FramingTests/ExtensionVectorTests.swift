import Framing
import HTTPTypes
import Library
import TestSupport
import Testing

/// What is offered, and what is agreed to: `framing/extensions.json`.
struct ExtensionVectorTests {
  static let cases = (try? Vectors.cases("framing", "extensions.json")) ?? []

  @Test(arguments: cases)
  func `an offer of extensions is answered as the vector says`(_ vector: Vectors.Case) throws {
    var connection = ServerConnection(webSocket: try WebSocketLimits(vector: vector.body["given"]))
    let offers = try #require(vector.body["when"]?["offers"]?.array).compactMap(\.string)
    let lines = offers.map { "Sec-WebSocket-Extensions: \($0)\r\n" }.joined()
    let actions = connection.receive(
      """
      GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(lines)\r\n
      """)
    guard case .request(let request) = try #require(actions.first) else {
      Issue.record("no request: \(actions)")
      return
    }
    do {
      let offer = try WebSocketOffer(request)
      let expected = try #require(vector.body["expect"]?["answer"], "it should be refused").string
      var answer: [ConnectionAction] = []
      connection.upgrade(accepting: offer, subprotocol: nil, fields: [:], into: &answer)
      guard case .write(let bytes) = try #require(answer.first) else { return }
      let fields = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        .filter { $0.hasPrefix("Sec-WebSocket-Extensions: ") }
      #expect(fields.map { String($0.dropFirst(26)) } == (expected.map { [$0] } ?? []))
      #expect(connection.status.isDeflating == (expected != nil))
    } catch let error as HandshakeError {
      #expect(error.rawValue == vector.body["expect"]?["error"]?.string)
      #expect(error.response.status.code == vector.body["expect"]?["status"]?.int)
    }
  }

  @Test func `the vectors are found`() {
    #expect(!Self.cases.isEmpty)
  }
}

extension WebSocketLimits {
  /// Limits as a vector's `given` describes them: a `deflate` of null agrees to nothing.
  fileprivate init(vector given: JSONValue?) throws {
    self.init()
    guard let policy = given?["deflate"] else { return }
    guard policy.object != nil else {
      deflate = nil
      return
    }
    var wanted = DeflatePolicy()
    wanted.keepsServerContext = policy["keepsServerContext"]?.bool ?? false
    wanted.keepsClientContext = policy["keepsClientContext"]?.bool ?? false
    wanted.serverWindowBits = policy["serverWindowBits"]?.int ?? wanted.serverWindowBits
    wanted.clientWindowBits = policy["clientWindowBits"]?.int ?? wanted.clientWindowBits
    deflate = wanted
  }
}
