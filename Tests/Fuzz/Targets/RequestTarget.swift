import Framing
import HTTPTypes

/// Requests mean the same however they arrive, and each gets one answer.
enum RequestTarget: FuzzTarget {
  static let name = "requests"

  static func run(_ input: [UInt8]) {
    let whole = told(of: input, by: max(input.count, 1))
    precondition(whole == told(of: input, by: 1), "bytes one at a time differ")
    precondition(whole == told(of: input, by: 11), "bytes eleven at a time differ")
    answerLate(input)
  }

  static func accepts(_ input: [UInt8]) -> Bool {
    let told = told(of: input, by: max(input.count, 1))
    return !told.isEmpty
      && told.allSatisfy { action in
        if case .refused = action { false } else { true }
      }
  }

  private static func told(of bytes: [UInt8], by size: Int) -> [ConnectionAction] {
    var connection = ServerConnection(http: HTTPLimits(bodyByteCountMax: 4_096))
    var told: [ConnectionAction] = []
    var seen = 0
    for start in stride(from: 0, to: bytes.count, by: size) {
      connection.receive(
        bytes.span.extracting(start..<min(start + size, bytes.count)), into: &told)
      while seen < told.count {
        if case .request(let request) = told[seen] {
          // Whether it asks for a WebSocket is looked at, too; the answer is no.
          let offer = try? WebSocketOffer(request)
          connection.respond(
            HTTPResponse(status: offer == nil ? .noContent : .forbidden), body: [], into: &told)
          connection.resume(into: &told)
        }
        seen += 1
      }
    }
    return told
  }

  /// All of it and the end of the stream come before any answer. Of an answer comes nothing but writing and
  /// finishing, and after the last the connection is over.
  private static func answerLate(_ bytes: [UInt8]) {
    var connection = ServerConnection(http: HTTPLimits(bodyByteCountMax: 4_096))
    var told: [ConnectionAction] = []
    connection.receive(bytes.span, into: &told)
    connection.receiveEnd(into: &told)
    while connection.status.phase == .answering {
      let request = told.lazy.compactMap { action in
        if case .request(let request) = action { request } else { nil }
      }.last
      var answer: [ConnectionAction] = []
      if let offer = request.flatMap({ try? WebSocketOffer($0) }) {
        connection.upgrade(accepting: offer, subprotocol: nil, fields: [:], into: &answer)
      } else {
        connection.respond(HTTPResponse(status: .noContent), body: [], into: &answer)
      }
      for action in answer {
        switch action {
        case .write, .finish: break
        default: preconditionFailure("\(action) comes of an answer")
        }
      }
      connection.resume(into: &told)
    }
    precondition(connection.status.phase == .finished, "a peer that is gone is waited for")
  }
}
