import HTTPTypes

/// What a client already has and can read (RFC 9110 §12.5.3 and §13.1).
package enum Conditional {
  /// Whether `ifNoneMatch` names `tag`: the client's copy is still good.
  package static func matches(_ ifNoneMatch: String?, tag: String) -> Bool {
    guard let ifNoneMatch else { return false }
    return ifNoneMatch.split(separator: ",").contains { candidate in
      let trimmed = candidate.trimmingSpaces
      return trimmed == "*" || trimmed == tag || trimmed == "W/" + tag
    }
  }

  /// Whether `ifMatch` forbids to answer with what is called `tag`: only a strong tag is the same
  /// bytes (RFC 9110 §13.1.1).
  package static func forbids(_ ifMatch: String?, tag: String) -> Bool {
    guard let ifMatch else { return false }
    return !ifMatch.split(separator: ",").contains { candidate in
      let trimmed = candidate.trimmingSpaces
      return trimmed == "*" || trimmed == tag
    }
  }

  /// Whether `acceptEncoding` lets `coding` through: named, or covered by `*`, and not at `q=0`. What stands
  /// behind the first `Limits.codingsMax` is not read.
  package static func accepts(_ coding: String, in acceptEncoding: String?) -> Bool {
    guard let acceptEncoding else { return false }
    var wildcard = false
    let offers = acceptEncoding.split(separator: ",", maxSplits: Limits.codingsMax)
    for offer in offers.prefix(Limits.codingsMax) {
      let parts = offer.split(separator: ";").map(\.trimmingSpaces)
      guard let name = parts.first?.lowercased() else { continue }
      let isRefused = parts.dropFirst().contains { part in
        let weight = part.lowercased()
        return weight.hasPrefix("q=") && Double(weight.dropFirst(2)) == 0
      }
      // An old name of the same (RFC 9110 §8.4.1.3).
      if name == coding || name == "x-gzip" && coding == "gzip" { return !isRefused }
      if name == "*" { wildcard = !isRefused }
    }
    return wildcard
  }
}

extension StringProtocol {
  /// The text without spaces and tabs around it (RFC 9110 §5.6.3, OWS).
  var trimmingSpaces: String {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[first...last])
  }
}
