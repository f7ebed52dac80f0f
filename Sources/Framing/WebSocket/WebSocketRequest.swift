package import HTTPTypes

/// A client's opening handshake (RFC 6455 §4.1): the request, and the check of its answer.
package struct WebSocketRequest: Sendable {
  private let authority: String
  private let path: String
  private let subprotocol: String
  private let fields: HTTPFields
  private let key: String

  /// Asks `authority` for a socket at `path` that speaks `subprotocol`. `nonce` is 16 random bytes;
  /// `fields` are the program's own.
  package init(
    authority: String, path: String, subprotocol: String, fields: HTTPFields = [:],
    nonce: [UInt8]
  ) {
    precondition(nonce.count == 16, "RFC 6455 §4.1: 16 bytes")
    self.authority = authority
    self.path = path
    self.subprotocol = subprotocol
    self.fields = fields
    key = AcceptKey.base64(nonce)
  }

  /// The request, as it goes out.
  var bytes: [UInt8] {
    var request = HTTPRequest(
      method: .get, scheme: nil, authority: authority, path: path, headerFields: fields)
    request.headerFields[.upgrade] = "websocket"
    request.headerFields[.connection] = "Upgrade"
    request.headerFields[.secWebSocketKey] = key
    request.headerFields[.secWebSocketVersion] = "13"
    request.headerFields[.secWebSocketProtocol] = subprotocol
    return RequestEncoder.bytes(request)
  }

  /// - Throws: `.refused` or `.mismatched`.
  func check(_ answer: Response) throws(OpeningError) {
    guard answer.head.status == .switchingProtocols else { throw .refused(answer) }
    let fields = answer.head.headerFields
    guard fields.list(.upgrade, has: "websocket") else { throw .mismatched(field: .upgrade) }
    guard fields.list(.connection, has: "upgrade") else { throw .mismatched(field: .connection) }
    guard fields[values: .secWebSocketAccept] == [AcceptKey.answer(to: key)] else {
      throw .mismatched(field: .secWebSocketAccept)
    }
    guard fields[values: .secWebSocketProtocol] == [subprotocol] else {
      throw .mismatched(field: .secWebSocketProtocol)
    }
    // No extension was offered, so none can have been agreed on.
    guard fields[values: .secWebSocketExtensions].isEmpty else {
      throw .mismatched(field: .secWebSocketExtensions)
    }
  }
}
