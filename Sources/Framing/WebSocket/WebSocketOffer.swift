package import HTTPTypes

/// A client's opening handshake, checked (RFC 6455 §4.2.1): what `upgrade` answers with 101.
///
/// Whether the client may connect, its `Origin` above all, is the application's to decide first.
package struct WebSocketOffer: Hashable, Sendable {
  /// `Sec-WebSocket-Key`: 16 bytes in base64.
  package let key: String

  /// The subprotocols that the client speaks, the one it likes best first; empty if it named none.
  package let subprotocols: [String]

  /// The extensions that the client speaks, the one it likes best first.
  let extensions: [ExtensionOffer]

  /// Reads the handshake out of a request.
  ///
  /// - Throws: `.notAnUpgrade` when the request asks for no WebSocket, the other cases when it asks
  ///   for one in a way that the RFC forbids.
  package init(_ request: Request) throws(HandshakeError) {
    let fields = request.head.headerFields
    guard fields.list(.upgrade, has: "websocket") else {
      throw .notAnUpgrade
    }
    guard request.head.method == .get else { throw .wrongMethod }
    guard fields.list(.connection, has: "upgrade") else {
      throw .missingConnectionUpgrade
    }
    guard fields[values: .secWebSocketVersion] == ["13"] else { throw .unsupportedVersion }
    let keys = fields[values: .secWebSocketKey]
    guard keys.count == 1, let key = keys.first, AcceptKey.isWellFormed(key) else {
      throw .malformedKey
    }
    let subprotocols = fields.list(.secWebSocketProtocol)
    guard subprotocols.allSatisfy({ $0.utf8.allSatisfy(\.isTokenCharacter) }),
      Set(subprotocols).count == subprotocols.count
    else { throw .malformedSubprotocols }
    guard let extensions = ExtensionOffer.read(fields) else { throw .malformedExtensions }
    self.key = key
    self.extensions = extensions
    self.subprotocols = subprotocols
  }

  /// The client's favourite among the subprotocols that we speak, or nil: then the connection has no
  /// subprotocol, or the application refuses it.
  package func firstSubprotocol(among supported: [String]) -> String? {
    subprotocols.first(where: supported.contains)
  }
}

/// What is wrong with an opening handshake.
package enum HandshakeError: String, Error, Hashable, Sendable, CaseIterable {
  case notAnUpgrade
  case wrongMethod
  case missingConnectionUpgrade
  case unsupportedVersion
  case malformedKey
  case malformedSubprotocols
  case malformedExtensions

  /// The answer: 426 with what we speak where the client could have asked for it, else 400.
  package var response: HTTPResponse {
    switch self {
    case .notAnUpgrade, .unsupportedVersion:
      HTTPResponse(
        status: .upgradeRequired,
        headerFields: [.upgrade: "websocket", .secWebSocketVersion: "13"])
    case .wrongMethod, .missingConnectionUpgrade, .malformedKey, .malformedSubprotocols,
      .malformedExtensions:
      HTTPResponse(status: .badRequest)
    }
  }
}

extension HandshakeError: CustomStringConvertible {
  /// One sentence for the answer's body.
  package var description: String {
    switch self {
    case .notAnUpgrade: "This address speaks WebSocket: ask for an upgrade."
    case .wrongMethod: "A WebSocket is opened by GET."
    case .missingConnectionUpgrade: "The Connection field does not name Upgrade."
    case .unsupportedVersion: "This server speaks version 13 of the WebSocket protocol."
    case .malformedKey: "The Sec-WebSocket-Key is not 16 bytes in base64."
    case .malformedSubprotocols: "The subprotocols are not a list of different tokens."
    case .malformedExtensions: "The Sec-WebSocket-Extensions are not a list of extensions."
    }
  }
}
