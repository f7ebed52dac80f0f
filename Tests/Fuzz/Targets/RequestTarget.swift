import Framing
import HTTPTypes

/// Requests mean the same however they arrive, and each gets one answer.
enum RequestTarget: FuzzTarget {
  static let name = "requests"

  static let seeds = [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "POST /x?y=%20 HTTP/1.1\r\nHost: [::1]:80\r\nContent-Length: 4\r\n\r\nbook",
    "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
      + "4;a=b\r\nbook\r\n0\r\nTrailer: t\r\n\r\n",
    "HEAD http://a.example:1/ HTTP/1.0\r\nX: \tä \r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=\"10\"\r\n\r\n",
  ].map { Array($0.utf8) }

  static func run(_ input: [UInt8]) {
    let whole = told(of: input, by: max(input.count, 1))
    precondition(whole == told(of: input, by: 1), "bytes one at a time differ")
    precondition(whole == told(of: input, by: 11), "bytes eleven at a time differ")
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
