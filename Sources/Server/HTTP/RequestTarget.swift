/// A request's path and query, decoded once (RFC 3986 §2.1 and §3.4).
package struct RequestTarget: Hashable, Sendable {
  /// The path without its leading slash, decoded: `views/list.js`. It may still hold anything, so it
  /// is only ever looked up or matched, never opened.
  package let path: String
  /// The query's members; of a repeated one the last.
  package let query: [String: String]

  /// Reads a request line's target in origin form; nil where it is none, no UTF-8, or has more than
  /// `Limits.queryMembersMax` members.
  package init?(_ target: String) {
    guard target.hasPrefix("/") else { return nil }
    let parts = target.utf8.dropFirst().split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = Self.decoded(parts.first ?? ""[...].utf8) else { return nil }
    self.path = path
    var query: [String: String] = [:]
    if parts.count > 1 {
      let members = parts[1].split(
        separator: UInt8(ascii: "&"), maxSplits: Limits.queryMembersMax)
      guard members.count <= Limits.queryMembersMax else { return nil }
      for member in members {
        let pair = member.split(
          separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = Self.decoded(pair[0], plusIsSpace: true),
          let value = Self.decoded(pair.count > 1 ? pair[1] : ""[...].utf8, plusIsSpace: true)
        else { return nil }
        query[name] = value
      }
    }
    self.query = query
  }

  /// The target that reads back as `path` and `query`.
  package static func text(path: String, query: [String: String]) -> String {
    guard !query.isEmpty else { return "/" + path }
    let members = query.sorted { $0.key < $1.key }.map { encoded($0.key) + "=" + encoded($0.value) }
    return "/" + path + "?" + members.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return encoded
  }

  private static func decoded(
    _ text: Substring.UTF8View, plusIsSpace: Bool = false
  ) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2)
        guard digits.count == 2, let value = hexadecimal(digits) else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    var value: UInt8 = 0
    for digit in digits {
      guard let nibble = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      value = value << 4 | UInt8(nibble)
    }
    return value
  }
}
