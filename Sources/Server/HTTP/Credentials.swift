package import HTTPTypes
import Store

/// The tokens that a request carries, in the order in which they are tried.
package struct Credentials: Hashable, Sendable {
  /// The token of `Authorization: Bearer`, then the cookie's, each once; what has no token's shape is left
  /// out.
  package var tokens: [DeviceToken]
  /// Whether a cookie was there: the client is a browser, which keeps its token in one.
  package let hasCookie: Bool

  private var key: KOReaderKey?

  /// What they are stored as and looked up by.
  var secrets: [SecretHash] {
    tokens.map { SecretHash($0.hash) } + [key?.secret].compactMap(\.self)
  }

  /// Reads what `request` carries for `call`: an e-reader's key opens what e-readers ask for, and a token all
  /// else.
  init(_ request: HTTPRequest, for call: Route.Call) {
    if case .koreader = call { self.init(key: KOReaderKey(request)) } else { self.init(request) }
  }

  private init(key: KOReaderKey?) {
    tokens = []
    hasCookie = false
    self.key = key
  }

  /// The name of the cookie that holds a browser's token. Cookies know no ports, and another server of ours
  /// may be at one under the same host name: `dogear-8081`, and `dogear` where the address has no port.
  package static func cookieName(at authority: String?) -> String {
    let port = authority?.split(separator: ":", omittingEmptySubsequences: false).dropFirst().last
    guard let port, !port.isEmpty, port.allSatisfy({ "0"..."9" ~= $0 }) else { return commonName }
    return "\(commonName)-\(port)"
  }

  private static let commonName = "dogear"

  /// Reads what `request` carries.
  package init(_ request: HTTPRequest) {
    let fields = request.headerFields
    tokens = []
    if let authorization = fields[.authorization] {
      let parts = authorization.split(separator: " ", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == "bearer",
        let token = DeviceToken(parts[1].trimmingSpaces)
      {
        tokens.append(token)
      }
    }
    let ownName = Self.cookieName(at: request.authority)
    var (own, others): ([DeviceToken], [DeviceToken]) = ([], [])
    for (name, value) in fields[values: .cookie].flatMap(Self.ours) {
      guard let token = DeviceToken(value) else { continue }
      if name == ownName {
        own.append(token)
      } else if name == Self.commonName || name.hasPrefix("\(Self.commonName)-") {
        // Of another server, or of this one by the port that it had before.
        others.append(token)
      }
    }
    hasCookie = !own.isEmpty || !others.isEmpty
    // A browser has one token under two names once the server's port has changed.
    for token in (own + others).prefix(Limits.cookiesMax) where !tokens.contains(token) {
      tokens.append(token)
    }
  }

  /// The cookies in a line that may be ours, by name. A host name may have hundreds of others': those are
  /// passed over by their bytes, for to read 16 KB of them as characters takes a millisecond.
  private static func ours(in line: String) -> [(name: String, value: String)] {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    return line.utf8.split(separator: UInt8(ascii: ";")).compactMap { cookie in
      let cookie = cookie.drop(while: isSpace)
      guard cookie.starts(with: commonName.utf8),
        let equals = cookie.firstIndex(of: UInt8(ascii: "="))
      else { return nil }
      var value = cookie[cookie.index(after: equals)...]
      while let last = value.last, isSpace(last) { value.removeLast() }
      return (String(Substring(cookie[..<equals])), String(Substring(value)))
    }
  }

  /// The `Set-Cookie` field that gives a browser at `authority` its token; each visit starts its time anew.
  /// No script can read it, and no other site's page sends it.
  package static func cookie(
    _ token: DeviceToken, at authority: String?, isSecure: Bool
  ) -> String {
    "\(cookieName(at: authority))=\(token.text); Path=/; Max-Age=\(Limits.cookieSeconds); HttpOnly; "
      + "SameSite=Strict" + (isSecure ? "; Secure" : "")
  }
}
