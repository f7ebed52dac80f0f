/// The bytes that HTTP's grammar names.
enum ASCII {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
  static let dot = UInt8(ascii: ".")
  static let equals = UInt8(ascii: "=")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let semicolon = UInt8(ascii: ";")
}

extension StringProtocol {
  /// Whether it is this token, which is given in lower case, in whatever case.
  func isToken(_ word: String) -> Bool { utf8.isToken(word) }
}

extension Sequence<UInt8> {
  /// Whether it is this token, which is given in lower case, in whatever case: byte by byte, for to
  /// Unicode a Kelvin sign is a `k`, and to the next program it is not.
  func isToken(_ word: String) -> Bool {
    elementsEqual(word.utf8) { byte, expected in
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      return (isCapital ? byte | 0x20 : byte) == expected
    }
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isLetter: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  /// The value of a hexadecimal digit.
  var hexDigitValue: Int? {
    if isDigit { return Int(self - UInt8(ascii: "0")) }
    let lower = self | 0x20
    guard lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "f") else { return nil }
    return Int(lower - UInt8(ascii: "a")) + 10
  }

  /// `tchar` of RFC 9110 §5.6.2.
  var isTokenCharacter: Bool {
    if isDigit || isLetter { return true }
    switch self {
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
      UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      return true
    default: return false
    }
  }

  /// A character of `reg-name` (RFC 3986 §3.2.2), but for the comma, which would be a list.
  var isHostCharacter: Bool {
    if isDigit || isLetter { return true }
    switch self {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: "%"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: ";"), UInt8(ascii: "="):
      return true
    default: return false
    }
  }

  /// What a field value may hold: visible characters, spaces, tabs and bytes beyond ASCII
  /// (RFC 9110 §5.5).
  var isFieldCharacter: Bool { (self >= 0x20 && self != 0x7F) || self == ASCII.tab }

  /// `VCHAR`: ASCII that prints, without the space.
  var isVisible: Bool { self > 0x20 && self < 0x7F }
}

extension BidirectionalCollection<UInt8> {
  /// Without the optional white space at both ends (RFC 9110 §5.6.3).
  package var trimmed: SubSequence {
    func isWhite(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }
    let start = drop(while: isWhite)
    var end = start.endIndex
    while end > start.startIndex {
      let before = start.index(before: end)
      guard isWhite(start[before]) else { break }
      end = before
    }
    return start[start.startIndex..<end]
  }
}

extension [UInt8] {
  mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
