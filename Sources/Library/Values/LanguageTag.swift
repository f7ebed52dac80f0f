/// Language tags of BCP 47, such as `en`, `pt-BR` or `zh-Hant` (RFC 5646).
public enum LanguageTag {
  /// Whether `text` is well-formed (RFC 5646 §2.2.9): the grammar holds, and no variant or
  /// singleton stands twice. Whether the subtags are registered is not asked.
  public static func isValid(_ text: String) -> Bool {
    // Only ASCII: the Kelvin sign is a k in lower case.
    guard text.utf8.count <= Limits.languageTagLengthMax, text.utf8.allSatisfy({ $0 < 0x80 })
    else { return false }
    let tag = text.lowercased()
    if irregular.contains(tag) { return true }
    let subtags = tag.split(separator: "-", omittingEmptySubsequences: false).map { Array($0.utf8) }
    guard subtags.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(isAlphanumeric) })
    else { return false }
    var rest = subtags[...]
    guard isPrivateUse(rest) || takeLanguage(&rest) else { return false }
    return takeExtensions(&rest) && (rest.isEmpty || isPrivateUse(rest))
  }

  /// `language ["-" script] ["-" region] *("-" variant)`.
  private static func takeLanguage(_ rest: inout ArraySlice<[UInt8]>) -> Bool {
    guard let language = rest.popFirst(), language.count >= 2, language.allSatisfy(isLetter) else {
      return false
    }
    if language.count <= 3 {
      var extended = 0
      while extended < 3, let next = rest.first, next.count == 3, next.allSatisfy(isLetter) {
        rest.removeFirst()
        extended += 1
      }
    }
    if let script = rest.first, script.count == 4, script.allSatisfy(isLetter) {
      rest.removeFirst()
    }
    if let region = rest.first,
      region.count == 2 && region.allSatisfy(isLetter)
        || region.count == 3 && region.allSatisfy(isDigit)
    {
      rest.removeFirst()
    }
    var variants: Set<[UInt8]> = []
    while let variant = rest.first, variant.count >= 5 || variant.count == 4 && isDigit(variant[0])
    {
      rest.removeFirst()
      guard variants.insert(variant).inserted else { return false }
    }
    return true
  }

  /// `*("-" singleton 1*("-" (2*8alphanum)))`, up to a private use part.
  private static func takeExtensions(_ rest: inout ArraySlice<[UInt8]>) -> Bool {
    var singletons: Set<UInt8> = []
    while let singleton = rest.first, singleton.count == 1, singleton[0] != UInt8(ascii: "x") {
      rest.removeFirst()
      guard singletons.insert(singleton[0]).inserted, let first = rest.first, first.count > 1
      else { return false }
      while let next = rest.first, next.count > 1 { rest.removeFirst() }
    }
    return true
  }

  /// `"x" 1*("-" (1*8alphanum))`.
  private static func isPrivateUse(_ rest: ArraySlice<[UInt8]>) -> Bool {
    rest.count > 1 && rest.first == [UInt8(ascii: "x")]
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  /// The grandfathered tags that the grammar does not give (RFC 5646 §2.1, `irregular`).
  private static let irregular: Set<String> = [
    "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux",
    "i-mingo", "i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl",
    "sgn-ch-de",
  ]
}
