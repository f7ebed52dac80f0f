/// Why a WebSocket was closed: RFC 6455 §7.4.1 and the codes of SYNC §3.
public enum CloseCode: UInt16, Hashable, Sendable, CaseIterable {
  /// The peer is done.
  case normal = 1000
  /// The page or the server goes away.
  case goingAway = 1001
  /// The server restarts: come back soon.
  case restart = 1012
  /// A message that is none, or one out of place.
  case malformed = 4400
  /// No paired device: the token or cookie is missing, unknown or revoked.
  case notPaired = 4401
  /// A page of another origin. Servers say so by HTTP 403, which clients take for this.
  case origin = 4403
  /// No `hello` in time.
  case helloTimeout = 4408
  /// No version of the protocol in common.
  case protocolVersion = 4409
  /// A message over its limit.
  case tooLarge = 4413
  /// Too much in too short a time.
  case rate = 4429

  /// The `code` of the `error` message sent before closing.
  public var errorCode: String {
    switch self {
    case .normal: "normal"
    case .goingAway: "goingAway"
    case .restart: "restart"
    case .malformed: "malformed"
    case .notPaired: "notPaired"
    case .origin: "origin"
    case .helloTimeout: "helloTimeout"
    case .protocolVersion: "protocol"
    case .tooLarge: "tooLarge"
    case .rate: "rate"
    }
  }
}
