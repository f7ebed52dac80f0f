import HTTPTypes

/// The first line of a request (RFC 9112 §3), taken apart and checked.
struct RequestLine {
  let method: HTTPRequest.Method
  /// Path and query, or `*`.
  let path: String
  /// From a target in absolute form; takes the place of `Host` (RFC 9112 §3.2.2).
  let authority: String?
  /// HTTP/1.0: no persistent connection, no chunks, no upgrade.
  let isVersion10: Bool

  /// - Throws: `.malformedRequestLine` or `.unsupportedVersion`.
  init(_ line: [UInt8]) throws(RequestError) {
    let parts = line.split(separator: ASCII.space, omittingEmptySubsequences: false)
    // A fragment is no part of a target (§3.2): some programs would look behind the sign, some not.
    guard parts.count == 3, !parts[1].isEmpty, parts[1].allSatisfy(\.isVisible),
      !parts[1].contains(UInt8(ascii: "#")),
      let method = HTTPRequest.Method(String(decoding: parts[0], as: UTF8.self))
    else { throw .malformedRequestLine }
    self.method = method
    isVersion10 = try Self.isVersion10(parts[2])
    let target = String(decoding: parts[1], as: UTF8.self)
    guard let (authority, path) = Self.split(target, method) else { throw .malformedRequestLine }
    self.authority = authority
    self.path = path
  }

  private static func isVersion10(_ version: ArraySlice<UInt8>) throws(RequestError) -> Bool {
    let bytes = Array(version)
    guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), bytes[5].isDigit,
      bytes[6] == UInt8(ascii: "."), bytes[7].isDigit
    else { throw .malformedRequestLine }
    guard bytes[5] == UInt8(ascii: "1") else { throw .unsupportedVersion }
    return bytes[7] == UInt8(ascii: "0")
  }

  /// Origin form, absolute form, or `*` for OPTIONS. CONNECT's authority form is for proxies.
  private static func split(
    _ target: String, _ method: HTTPRequest.Method
  ) -> (authority: String?, path: String)? {
    if target.hasPrefix("/") { return (nil, target) }
    if target == "*" { return method == .options ? (nil, target) : nil }
    for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
      let rest = target.dropFirst(scheme.count)
      let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      guard end > rest.startIndex else { return nil }
      let path = String(rest[end...])
      return (String(rest[..<end]), path.hasPrefix("/") ? path : "/" + path)
    }
    return nil
  }
}
