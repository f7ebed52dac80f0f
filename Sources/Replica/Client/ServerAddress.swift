/// Where a Dogear server listens: `https://HOST[:PORT]`, or `http://HOST[:PORT]` where nobody stands
/// between; and whose word counts for that it is the one.
public struct ServerAddress: Hashable, Sendable {
  /// Why a text is no address that this module can reach.
  public enum Flaw: Error, Hashable, Sendable {
    /// It is neither `https://HOST[:PORT]` nor `http://HOST[:PORT]`.
    case malformed(String)
  }

  /// The host's name or number; an IPv6 number stands without brackets.
  public let host: String
  /// The TCP port.
  public let port: UInt16
  /// Whether all that passes is encrypted, and the server proves that it is the one: TLS 1.2 or newer.
  public let isSecure: Bool
  /// Who may vouch for the server where `isSecure`.
  public let trust: ServerTrust

  /// Reads an address. A path, a query or a fragment is no part of it; a slash at its end is allowed.
  /// - Throws: `Flaw`.
  public init(_ text: String, trust: ServerTrust = .system) throws(Flaw) {
    guard let separator = text.firstRange(of: "://") else { throw .malformed(text) }
    switch text[..<separator.lowerBound].lowercased() {
    case "https", "wss": isSecure = true
    case "http", "ws": isSecure = false
    default: throw .malformed(text)
    }
    var authority = text[separator.upperBound...]
    if authority.last == "/" { authority.removeLast() }
    guard let (host, port) = Self.split(authority) else { throw .malformed(text) }
    self.host = host
    self.port = port ?? Self.usualPort(isSecure)
    self.trust = trust
  }

  /// What `Host` says: the port only where it is not the usual one.
  var authority: String {
    let host = host.contains(":") ? "[\(host)]" : host
    return port == Self.usualPort(isSecure) ? host : "\(host):\(port)"
  }

  private static func usualPort(_ isSecure: Bool) -> UInt16 { isSecure ? 443 : 80 }

  private static func split(_ authority: Substring) -> (host: String, port: UInt16?)? {
    let host: Substring
    let rest: Substring
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[authority.index(after: authority.startIndex)..<end]
      rest = authority[authority.index(after: end)...]
      guard host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }), host.contains(":") else {
        return nil
      }
    } else {
      let end = authority.firstIndex(of: ":") ?? authority.endIndex
      host = authority[..<end]
      rest = authority[end...]
      guard host.utf8.allSatisfy(isNameByte) else { return nil }
    }
    guard !host.isEmpty else { return nil }
    guard !rest.isEmpty else { return (String(host), nil) }
    guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0,
      rest.dropFirst().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return (String(host), port)
  }

  /// The characters of host names, and of those that people give machines at home.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension ServerAddress: CustomStringConvertible {
  /// The address, as it is typed.
  public var description: String { "\(isSecure ? "https" : "http")://\(authority)" }
}

extension ServerAddress.Flaw: CustomStringConvertible {
  /// One sentence for a person: what is wrong, and what to do.
  public var description: String {
    switch self {
    case .malformed(let text):
      "“\(text)” is no server's address: write https://HOST or http://HOST:PORT."
    }
  }
}
