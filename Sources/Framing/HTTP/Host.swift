/// The host that a request is for (RFC 9110 §7.2, RFC 9112 §3.2).
enum Host {
  /// The authority of an absolute target, else the `Host` field, which HTTP/1.1 requires once. Nil
  /// where an HTTP/1.0 client named none.
  ///
  /// - Throws: `.missingHost` or `.malformedHost`.
  static func authority(
    of line: RequestLine, hosts: [String]
  ) throws(RequestError) -> String? {
    guard hosts.count <= 1 else { throw .malformedHost }
    guard let named = hosts.first else {
      guard line.isVersion10 else { throw .missingHost }
      return line.authority
    }
    let authority = line.authority ?? named
    guard isWellFormed(named), isWellFormed(authority) else { throw .malformedHost }
    return authority
  }

  /// The characters of `uri-host [":" port]`: no user, no path, no list. Empty is allowed (§7.2).
  private static func isWellFormed(_ host: String) -> Bool {
    host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"),
        UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "}"):
        false
      default: byte.isVisible
      }
    }
  }
}
