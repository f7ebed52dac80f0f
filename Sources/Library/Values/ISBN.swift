/// International Standard Book Numbers, kept as 13 digits (BOOKS §5, Dedupe).
public enum ISBN {
  /// Whether `text` is exactly 13 digits of the book prefixes 978 and 979 with a true check digit.
  public static func isValid13(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count == 13, bytes.allSatisfy({ digit($0) != nil }),
      bytes.starts(with: "978".utf8) || bytes.starts(with: "979".utf8)
    else { return false }
    return sum13(bytes) % 10 == 0
  }

  /// The 13 digits of an ISBN as people and exports write it, or nil when it is none.
  ///
  /// White space, hyphens of any kind, quotes and `=` fall away (`="044…"` is how spreadsheets are
  /// kept from eating zeros); ten digits become thirteen.
  /// - Parameters:
  ///   - text: The number as written.
  ///   - restoresZeros: Whether 7 to 9 digits are an ISBN-10 that lost its leading zeros: only for
  ///     sources known to do that.
  /// - Returns: Thirteen digits with a true check digit, or nil.
  public static func normalised(_ text: String, restoresZeros: Bool = false) -> String? {
    var digits: [UInt8] = []
    for scalar in text.unicodeScalars where !isDecoration(scalar) {
      guard digits.count < 13, scalar.isASCII else { return nil }
      digits.append(scalar == "x" ? UInt8(ascii: "X") : UInt8(scalar.value))
    }
    if restoresZeros, (7...9).contains(digits.count) {
      digits.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: 10 - digits.count), at: 0)
    }
    let text = String(decoding: digits, as: UTF8.self)
    return digits.count == 10 ? from10(digits) : isValid13(text) ? text : nil
  }

  private static func from10(_ characters: [UInt8]) -> String? {
    let head = characters.prefix(9).compactMap { digit($0) }
    guard head.count == 9, let last = characters.last else { return nil }
    var sum = 0
    for (position, digit) in head.enumerated() { sum += digit * (10 - position) }
    let check = (11 - sum % 11) % 11
    guard last == (check == 10 ? UInt8(ascii: "X") : UInt8(ascii: "0") + UInt8(check)) else {
      return nil
    }
    let digits = Array("978".utf8) + characters.prefix(9)
    return String(decoding: digits, as: UTF8.self) + String((10 - sum13(digits) % 10) % 10)
  }

  /// What the check digit of thirteen makes a multiple of ten.
  private static func sum13(_ digits: some Sequence<UInt8>) -> Int {
    var (sum, weight) = (0, 1)
    for byte in digits {
      sum += weight * Int(byte - UInt8(ascii: "0"))
      weight = 4 - weight
    }
    return sum
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }

  private static func isDecoration(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\t", "\n", "\r", "\u{A0}", "=", "\"", "'", "-", "\u{2010}"..."\u{2015}", "\u{2212}":
      true
    default: false
    }
  }
}
