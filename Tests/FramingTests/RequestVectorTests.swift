import Framing
import HTTPTypes
import Library
import TestSupport
import Testing

/// Requests in, actions out: `framing/requests.json`.
struct RequestVectorTests {
  static let cases = (try? Vectors.cases("framing", "requests.json")) ?? []

  @Test(arguments: cases)
  func `a request is read as the vector says, however it arrives`(_ vector: Vectors.Case) throws {
    let bytes = try VectorBytes.read(vector.body["when"])
    let expected = try #require(vector.body["expect"]?.array)
    for pieces in Feeding.all(bytes) {
      let told = Self.feed(pieces, bodyByteCountMax: vector.body["given"]?["bodyByteCountMax"]?.int)
      #expect(told.map(\.json) == expected, "in pieces of \(pieces.map(\.count))")
    }
  }

  /// What a new connection tells of these pieces, when each request is answered as soon as it is
  /// told. The answers are left out, and what ends a refused request: `ServerConnectionTests` look at
  /// them.
  static func feed(_ pieces: [[UInt8]], bodyByteCountMax: Int?) -> [ConnectionAction] {
    var connection = ServerConnection(
      http: HTTPLimits(bodyByteCountMax: bodyByteCountMax ?? 1 << 20))
    var told: [ConnectionAction] = []
    for piece in pieces {
      var actions = connection.receive(piece)
      while !actions.isEmpty {
        if let refusal = actions.firstIndex(where: \.isRefusal) {
          return told + actions[...refusal]
        }
        told += actions
        let isRequest = actions.contains(where: \.isRequest)
        actions = []
        guard isRequest else { continue }
        var answer: [ConnectionAction] = []
        connection.respond(HTTPResponse(status: .noContent), body: [], into: &answer)
        told += answer.filter { $0 == .finish }
        connection.resume(into: &actions)
      }
    }
    return told
  }
}

extension ConnectionAction {
  fileprivate var isRequest: Bool {
    if case .request = self { true } else { false }
  }

  fileprivate var isRefusal: Bool {
    if case .refused = self { true } else { false }
  }
}
