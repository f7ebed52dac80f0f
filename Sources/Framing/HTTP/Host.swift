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
      guard line.authority.map(isWellFormed) ?? true else { throw .malformedHost }
      return line.authority
    }
    let authority = line.authority ?? named
    guard isWellFormed(named), isWellFormed(authority) else { throw .malformedHost }
    return authority
  }

  /// `uri-host [":" port]`: no user, no path, no list, and one idea of where the port begins. Empty is
  /// allowed (§7.2).
  private static func isWellFormed(_ host: String) -> Bool {
    let bytes = Array(host.utf8)
    let name: ArraySlice<UInt8>
    if bytes.first == UInt8(ascii: "[") {
      // An address of IPv6 has colons of its own, hence the brackets (RFC 3986 §3.2.2).
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), end > 2,
        bytes[1..<end].allSatisfy({
          $0.hexDigitValue != nil || $0 == ASCII.colon || $0 == ASCII.dot
        })
      else { return false }
      name = bytes[...end]
    } else {
      name = bytes.prefix { $0 != ASCII.colon }
      guard name.allSatisfy(\.isHostCharacter) else { return false }
    }
    return isPort(bytes[name.endIndex...])
  }

  /// Nothing, or a colon and a port, which may be left out after it.
  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    let digits = text.dropFirst()
    guard first == ASCII.colon, digits.allSatisfy(\.isDigit) else { return false }
    return digits.isEmpty || UInt16(String(decoding: digits, as: UTF8.self)) != nil
  }
}
