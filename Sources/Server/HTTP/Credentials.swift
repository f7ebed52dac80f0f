package import HTTPTypes
import Store

/// The tokens that a request carries, in the order in which they are tried.
package struct Credentials: Hashable, Sendable {
  /// The token of `Authorization: Bearer`, then the cookie's; what has no token's shape is left out.
  package var tokens: [DeviceToken]
  /// Whether a cookie was there: the client is a browser, which keeps its token in one.
  package let hasCookie: Bool

  /// What the tokens are stored as and looked up by.
  var secrets: [SecretHash] { tokens.map { SecretHash($0.hash) } }

  /// The name of the cookie that holds a browser's token.
  package static let cookieName = "dogear"

  /// Reads what `fields` carry.
  package init(_ fields: HTTPFields) {
    tokens = []
    if let authorization = fields[.authorization] {
      let parts = authorization.split(separator: " ", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == "bearer",
        let token = DeviceToken(parts[1].trimmingSpaces)
      {
        tokens.append(token)
      }
    }
    let cookies = fields[values: .cookie].flatMap { $0.split(separator: ";") }
    let own = cookies.compactMap { cookie -> DeviceToken? in
      let pair = cookie.trimmingSpaces.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0] == Self.cookieName else { return nil }
      return DeviceToken(String(pair[1]))
    }
    hasCookie = !own.isEmpty
    // One of ours is all a browser ever has; more are somebody's experiment.
    tokens += own.prefix(2)
  }

  /// The `Set-Cookie` field that gives a browser its token for as long as browsers keep one
  /// (400 days, RFC 6265bis §5.5); each visit starts the time anew. No script can read it, and no
  /// other site's page sends it.
  package static func cookie(_ token: DeviceToken, isSecure: Bool) -> String {
    "\(cookieName)=\(token.text); Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }
}
