import Framing
import HTTPTypes

/// Requests mean the same however they arrive, and each gets one answer.
enum RequestTarget: FuzzTarget {
  static let name = "requests"

  static func run(_ input: [UInt8]) {
    let whole = told(of: input, by: max(input.count, 1))
    precondition(whole == told(of: input, by: 1), "bytes one at a time differ")
    precondition(whole == told(of: input, by: 11), "bytes eleven at a time differ")
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
}
