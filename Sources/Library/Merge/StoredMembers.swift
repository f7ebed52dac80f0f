/// Where the members of a stored entity stand in its text: found in one pass, without reading them.
struct StoredMembers {
  /// Of each letter, from a: all names have one, but for “id”.
  private var ranges = [Range<Int>](repeating: 0..<0, count: 26)

  /// Nil where `text` is out of the ordinary.
  init?(of text: Span<UInt8>) {
    var place = 0
    func take(_ letter: Unicode.Scalar) -> Bool {
      guard place < text.count, text[place] == UInt8(ascii: letter) else { return false }
      place += 1
      return true
    }
    guard take("{") else { return nil }
    repeat {
      let name = place
      guard take("\""), let end = Self.endOfString(at: name, in: text) else { return nil }
      place = end
      let letter = Int(text[name + 1]) - Int(UInt8(ascii: "a"))
      guard end - name == 3 || end - name == 4 && text[name + 2] == UInt8(ascii: "d"), take(":"),
        ranges.indices.contains(letter), ranges[letter].isEmpty,
        let endOfValue = Self.endOfValue(at: place, in: text), place < endOfValue
      else { return nil }
      ranges[letter] = place..<endOfValue
      place = endOfValue
    } while take(",")
    guard take("}"), place == text.count else { return nil }
  }

  /// The value of the member whose name begins with `letter`.
  subscript(letter: Unicode.Scalar) -> Range<Int>? {
    let range = ranges[Int(letter.value - ("a" as Unicode.Scalar).value)]
    return range.isEmpty ? nil : range
  }

  /// Where the string that begins at `start` is over.
  static func endOfString(at start: Int, in text: Span<UInt8>) -> Int? {
    var place = start + 1
    while place < text.count {
      let byte = text[place]
      place += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return place }
    }
    return nil
  }

  /// Where the value that begins at `start` is over.
  static func endOfValue(at start: Int, in text: Span<UInt8>) -> Int? {
    var place = start
    var depth = 0
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(at: place, in: text) else { return nil }
        if place == start { return end }
        place = end
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return place }
        depth -= 1
        place += 1
        if depth == 0 { return place }
      case UInt8(ascii: ",") where depth == 0: return place
      default: place += 1
      }
    }
    return nil
  }
}
