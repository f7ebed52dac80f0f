import HTTPTypes
import Transport

/// Which browsers get their cookie for TLS alone: all, where they come by TLS, but for one on the
/// server's own machine that goes past the proxy. Not every browser takes such a cookie there.
struct CookieRule: Sendable {
  /// Whether the server speaks TLS itself, so that nobody comes without.
  let hasTLS: Bool
  /// Whether a proxy speaks it, and hands on what came.
  let behindProxy: Bool

  /// Whether the browser that sent `request`, which was allowed, gets its cookie for TLS alone.
  func isSecure(for request: HTTPRequest) -> Bool {
    guard !hasTLS else { return true }
    return behindProxy && !isPastProxy(request)
  }

  private func isPastProxy(_ request: HTTPRequest) -> Bool {
    if let origin = request.headerFields[.origin] {
      return origin.lowercased().hasPrefix("http://")
    }
    // Browsers send no Origin with what only reads; what a proxy hands on has where it came from.
    return request.method == .get && request.headerFields[.forwardedFor] == nil
      && Loopback.includes(authority: request.authority ?? "")
  }
}
