/// Goes over JSON without making anything of it, and sees whether it is canonical: whether its bytes are
/// those that the value would be written as.
///
/// It says so of what nearly all values are. Numbers with a fraction or sixteen digits, names with an
/// escape and what nests deeper than any field may are left to who reads values. UTF-8 is not looked at:
/// what is scanned is valid text.
enum CanonicalScan {
  /// Where the value that begins at `start` is over; nil where it is not seen to be canonical.
  static func endOfValue(
    at start: Int, in text: Span<UInt8>, depthMax: Int = Limits.valueDepthMax
  ) -> Int? {
    guard start < text.count else { return nil }
    switch text[start] {
    case UInt8(ascii: "\""): return endOfString(at: start, in: text)
    case UInt8(ascii: "{"):
      return depthMax > 0 ? endOfObject(at: start, in: text, depthMax: depthMax - 1) : nil
    case UInt8(ascii: "["):
      return depthMax > 0 ? endOfArray(at: start, in: text, depthMax: depthMax - 1) : nil
    case UInt8(ascii: "n"): return endOfNull(at: start, in: text)
    case UInt8(ascii: "t"): return endOfWord("true", at: start, in: text)
    case UInt8(ascii: "f"): return endOfWord("false", at: start, in: text)
    default: return endOfNumber(at: start, in: text)
    }
  }

  /// Where the string that begins at `start` is over, whose text has no escape; nil where it has.
  static func endOfName(at start: Int, in text: Span<UInt8>) -> Int? {
    guard start < text.count, text[start] == UInt8(ascii: "\"") else { return nil }
    var place = start + 1
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"), 0..<0x20: return nil
      default: place += 1
      }
    }
    return nil
  }

  /// Where the whole number that begins at `start` is over. Whoever asks sees whether something follows
  /// that makes it another.
  static func endOfNumber(at start: Int, in text: Span<UInt8>) -> Int? {
    let isNegative = start < text.count && text[start] == UInt8(ascii: "-")
    let first = isNegative ? start + 1 : start
    var place = first
    while place < text.count, isDigit(text[place]) { place += 1 }
    switch place - first {
    case 1: return isNegative && text[first] == UInt8(ascii: "0") ? nil : place
    case 2...15: return text[first] == UInt8(ascii: "0") ? nil : place
    default: return nil
    }
  }

  /// Where the null that begins at `start` is over; nil where it is none.
  static func endOfNull(at start: Int, in text: Span<UInt8>) -> Int? {
    endOfWord("null", at: start, in: text)
  }

  private static func endOfString(at start: Int, in text: Span<UInt8>) -> Int? {
    var place = start + 1
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"):
        guard let end = endOfEscape(at: place, in: text) else { return nil }
        place = end
      case 0..<0x20: return nil
      default: place += 1
      }
    }
    return nil
  }

  /// Only what must be escaped is, and in its shortest form.
  private static func endOfEscape(at start: Int, in text: Span<UInt8>) -> Int? {
    guard start + 1 < text.count else { return nil }
    switch text[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      guard start + 5 < text.count, text[start + 2] == UInt8(ascii: "0"),
        text[start + 3] == UInt8(ascii: "0")
      else { return nil }
      switch (text[start + 4], text[start + 5]) {
      case (UInt8(ascii: "0"), UInt8(ascii: "0")...UInt8(ascii: "7")),
        (UInt8(ascii: "0"), UInt8(ascii: "b")),
        (UInt8(ascii: "0"), UInt8(ascii: "e")...UInt8(ascii: "f")),
        (UInt8(ascii: "1"), UInt8(ascii: "0")...UInt8(ascii: "9")),
        (UInt8(ascii: "1"), UInt8(ascii: "a")...UInt8(ascii: "f")):
        return start + 6
      default: return nil
      }
    default: return nil
    }
  }

  private static func endOfArray(at start: Int, in text: Span<UInt8>, depthMax: Int) -> Int? {
    var place = start + 1
    if place < text.count, text[place] == UInt8(ascii: "]") { return place + 1 }
    while let end = endOfValue(at: place, in: text, depthMax: depthMax), end < text.count {
      place = end + 1
      switch text[end] {
      case UInt8(ascii: "]"): return place
      case UInt8(ascii: ","): continue
      default: return nil
      }
    }
    return nil
  }

  private static func endOfObject(at start: Int, in text: Span<UInt8>, depthMax: Int) -> Int? {
    var place = start + 1
    if place < text.count, text[place] == UInt8(ascii: "}") { return place + 1 }
    var last: Range<Int>?
    while let endOfName = endOfName(at: place, in: text), endOfName < text.count,
      text[endOfName] == UInt8(ascii: ":"),
      last.map({ precedes($0, place + 1..<endOfName - 1, in: text) }) ?? true,
      let end = endOfValue(at: endOfName + 1, in: text, depthMax: depthMax), end < text.count
    {
      last = place + 1..<endOfName - 1
      place = end + 1
      switch text[end] {
      case UInt8(ascii: "}"): return place
      case UInt8(ascii: ","): continue
      default: return nil
      }
    }
    return nil
  }

  /// Whether the name at `left` comes before that at `right`, both without their quotes and escapes.
  static func precedes(_ left: Range<Int>, _ right: Range<Int>, in text: Span<UInt8>) -> Bool {
    for index in 0..<min(left.count, right.count) {
      let (a, b) = (text[left.lowerBound + index], text[right.lowerBound + index])
      if a != b { return a < b }
    }
    return left.count < right.count
  }

  private static func endOfWord(
    _ word: StaticString, at start: Int, in text: Span<UInt8>
  ) -> Int? {
    let count = word.utf8CodeUnitCount
    guard start + count <= text.count else { return nil }
    for index in 0..<count where unsafe text[start + index] != word.utf8Start[index] { return nil }
    return start + count
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
