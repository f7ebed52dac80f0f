import Transport

/// Which web pages may open a socket: those this server served itself (SYNC §3).
///
/// Browsers send `Origin` with every WebSocket handshake and cannot be kept from it; programs
/// send none and carry a token instead.
package struct OriginRule: Sendable {
  /// The address under which a proxy publishes the server, such as `https://books.example.org`.
  private let publicURL: String?

  /// Makes the rule; `publicURL` is allowed besides the request's own host.
  ///
  /// A page that came without TLS under another name than this machine's own is somebody else's: whoever
  /// is on the way may have made it, and any name can be made to lead here. On the way from this machine
  /// to itself is nobody, as with a container that is published there.
  package init(publicURL: String?) {
    self.publicURL = publicURL.map(Self.origin)
  }

  /// Whether a handshake to `host` (the Host header, or :authority) from `origin` may go on.
  package func allows(origin: String?, host: String?) -> Bool {
    guard let origin else { return true }
    let lowered = origin.lowercased()
    if let publicURL, lowered == publicURL { return true }
    guard let host = host?.lowercased(), !host.isEmpty else { return false }
    if lowered == "https://\(host)" { return true }
    return lowered == "http://\(host)" && Loopback.includes(authority: host)
  }

  /// `url` as browsers write an origin: in lower case, and without the port that its scheme has anyway.
  private static func origin(_ url: String) -> String {
    let lowered = url.lowercased()
    for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
    where lowered.hasPrefix(scheme) && lowered.hasSuffix(port) {
      return String(lowered.dropLast(port.count))
    }
    return lowered
  }
}
