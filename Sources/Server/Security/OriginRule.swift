/// Which web pages may open a socket: those this server served itself (SYNC §3).
///
/// Browsers send `Origin` with every WebSocket handshake and cannot be kept from it; programs
/// send none and carry a token instead.
package struct OriginRule: Sendable {
  /// The address under which a proxy publishes the server, such as `https://books.example.org`.
  private let publicURL: String?
  private let isSecure: Bool

  /// Makes the rule; `publicURL` is allowed besides the request's own host. Where browsers come by TLS
  /// alone (`isSecure`), a page without it is somebody else's: whoever is on the way may have made it.
  /// On the way from this machine to itself is nobody, as with a container that is published there.
  package init(publicURL: String?, isSecure: Bool) {
    self.publicURL = publicURL.map(Self.origin)
    self.isSecure = isSecure
  }

  /// Whether a handshake to `host` (the Host header, or :authority) from `origin` may go on.
  package func allows(origin: String?, host: String?) -> Bool {
    guard let origin else { return true }
    let lowered = origin.lowercased()
    if let publicURL, lowered == publicURL { return true }
    guard let host = host?.lowercased(), !host.isEmpty else { return false }
    if lowered == "https://\(host)" { return true }
    return lowered == "http://\(host)" && (!isSecure || Loopback.includes(authority: host))
  }

  /// Scheme, host and port of `url`, as browsers write an origin.
  private static func origin(_ url: String) -> String {
    let lowered = url.lowercased()
    guard let scheme = lowered.firstRange(of: "://") else { return lowered }
    let host = lowered[scheme.upperBound...].prefix { $0 != "/" }
    return String(lowered[..<scheme.upperBound]) + host
  }
}
