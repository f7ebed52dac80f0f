import Framing
import HTTPTypes
import Library
import TestSupport
import Testing

/// Opening handshakes: `framing/handshakes.json`.
struct HandshakeVectorTests {
  static let cases = (try? Vectors.cases("framing", "handshakes.json")) ?? []

  @Test(arguments: cases)
  func `a handshake is answered as the vector says`(_ vector: Vectors.Case) throws {
    var connection = ServerConnection()
    var actions = connection.receive(try VectorBytes.read(vector.body["when"]))
    guard case .request(let request) = try #require(actions.first) else {
      Issue.record("no request: \(actions)")
      return
    }
    do {
      let offer = try WebSocketOffer(request)
      let supported = vector.body["given"]?["subprotocols"]?.array?.compactMap(\.string) ?? []
      let subprotocol = offer.firstSubprotocol(among: supported)
      #expect(subprotocol == vector.body["expect"]?["subprotocol"]?.string)
      let accept = try #require(vector.body["expect"]?["accept"]?.string, "it should be refused")
      actions = []
      connection.upgrade(
        accepting: offer, subprotocol: subprotocol, fields: [:], into: &actions)
      #expect(actions == [.write(Self.answer(accept: accept, subprotocol: subprotocol))])
      #expect(connection.status.acceptsMessages)
    } catch let error as HandshakeError {
      #expect(error.rawValue == vector.body["expect"]?["error"]?.string)
      #expect(error.response.status.code == vector.body["expect"]?["status"]?.int)
    }
  }

  private static func answer(accept: String, subprotocol: String?) -> [UInt8] {
    let chosen = subprotocol.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? ""
    let text = """
      HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
      Sec-WebSocket-Accept: \(accept)\r\n\(chosen)\r\n
      """
    return Array(text.utf8)
  }

  @Test func `an answer to an old version names ours`() {
    let fields = HandshakeError.unsupportedVersion.response.headerFields
    #expect(fields[.secWebSocketVersion] == "13")
  }

  @Test func `frames that arrive with the handshake wait for its answer`() throws {
    let vector = try #require(Self.cases.first)
    var bytes = try VectorBytes.read(vector.body["when"])
    bytes += WebSocketSession(role: .client { 7 }).encode(.text(Array("early".utf8)))
    var connection = ServerConnection()
    var actions = connection.receive(bytes)
    guard case .request(let request) = actions.last else {
      Issue.record("no request: \(actions)")
      return
    }
    #expect(actions.count == 1)
    #expect(!connection.status.wantsBytes)
    connection.upgrade(
      accepting: try WebSocketOffer(request), subprotocol: nil, fields: [:], into: &actions)
    actions = []
    connection.resume(into: &actions)
    #expect(actions == [.message(.text(Array("early".utf8)))])
    #expect(connection.status.wantsBytes)
  }
}
