import Framing
import HTTPTypes

/// What a client already has and can read (RFC 9110 §12.5.3 and §13.1).
///
/// All who ask for a file wait while one of them is answered, and anybody may ask with 16 KB of these
/// fields: they are read byte by byte, and not for ever.
package enum Conditional {
  /// Whether `ifNoneMatch` names `tag`: the client's copy is still good.
  package static func matches(_ ifNoneMatch: String?, tag: String) -> Bool {
    ifNoneMatch.map { names($0, [tag, "W/" + tag]) } ?? false
  }

  /// Whether `ifMatch` forbids to answer with what is called `tag`: only a strong tag is the same
  /// bytes (RFC 9110 §13.1.1).
  package static func forbids(_ ifMatch: String?, tag: String) -> Bool {
    ifMatch.map { !names($0, [tag]) } ?? false
  }

  /// Whether one of `tags` is among the first `Limits.tagsMax` of `list`, or that is `*`. A comma within
  /// quotes is part of a tag (§8.8.3).
  private static func names(_ list: String, _ tags: [String]) -> Bool {
    var isQuoted = false
    var rest = list.utf8[...]
    if rest.trimmed.elementsEqual("*".utf8) { return true }
    for _ in 0..<Limits.tagsMax where !rest.isEmpty {
      let candidate = rest.prefix { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return isQuoted || byte != UInt8(ascii: ",")
      }
      if tags.contains(where: { $0.utf8.elementsEqual(candidate.trimmed) }) { return true }
      rest = rest[candidate.endIndex...].dropFirst()
    }
    return false
  }

  /// Whether `acceptEncoding` lets `coding` through: named, or covered by `*`, and not at `q=0`. What stands
  /// behind the first `Limits.codingsMax`, or that much of one of them, is not read.
  package static func accepts(_ coding: String, in acceptEncoding: String?) -> Bool {
    guard let acceptEncoding else { return false }
    var wildcard = false
    for offer in parts(acceptEncoding.utf8[...], at: UInt8(ascii: ",")) {
      let words = parts(offer, at: UInt8(ascii: ";")).map { part in
        String(Substring(part.trimmed)).lowercased()
      }
      guard let name = words.first else { continue }
      let isRefused = words.dropFirst().contains { word in
        word.hasPrefix("q=") && Double(word.dropFirst(2)) == 0
      }
      // An old name of the same (RFC 9110 §8.4.1.3).
      if name == coding || name == "x-gzip" && coding == "gzip" { return !isRefused }
      if name == "*" { wildcard = !isRefused }
    }
    return wildcard
  }

  private static func parts(
    _ text: Substring.UTF8View, at separator: UInt8
  ) -> ArraySlice<Substring.UTF8View> {
    text.split(separator: separator, maxSplits: Limits.codingsMax).prefix(Limits.codingsMax)
  }
}
