package import HTTPTypes
package import Transport

/// Who may read the numbers of `GET /metrics`.
package enum MetricsAudience: String, Hashable, Sendable, CaseIterable {
  /// Nobody.
  case nobody
  /// Programs on this machine that speak to the server itself. A request that a proxy hands on is
  /// somebody else's, and so is one under a name that is not this machine's: a page in a browser here
  /// may have made its own name lead to this address.
  case machine
  /// Whoever can reach the server.
  case everybody

  /// Whether a request from `peer` may be answered.
  package func includes(_ peer: Peer?, _ request: HTTPRequest) -> Bool {
    switch self {
    case .nobody: false
    case .everybody: true
    case .machine:
      peer?.isHere == true && Self.handedOn.allSatisfy { request.headerFields[$0] == nil }
        && Loopback.includes(authority: request.authority ?? "")
    }
  }

  private static let handedOn: [HTTPField.Name] = [
    .forwardedFor, .unwrapped("Forwarded"), .via, .unwrapped("X-Real-IP"),
  ]
}
