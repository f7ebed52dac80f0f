/// The text of one cell, and whether its bytes were no UTF-8.
///
/// Cells are decoded one by one: a file of valid UTF-8 with one damaged cell keeps all the others.
struct CellText: Hashable {
  var text: String
  /// True when the bytes were read as Windows-1252.
  var isFallback: Bool

  /// `bytes` as UTF-8, or else as Windows-1252, in which every byte is a character.
  static func decode(_ bytes: [UInt8]) -> CellText {
    if let text = String(validating: bytes, as: UTF8.self) {
      return CellText(text: text, isFallback: false)
    }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(windows1252(byte)) }
    return CellText(text: text, isFallback: true)
  }

  /// A text that is UTF-8 read as Windows-1252 once or twice too often, as it was before; any other as it is.
  /// No language writes what such a text looks like: "Ã©" for "é".
  static func repaired(_ text: String) -> String {
    var text = text
    for _ in 0..<2 {
      guard let bytes = windows1252(text), let before = String(validating: bytes, as: UTF8.self)
      else { break }
      text = before
    }
    return text
  }

  /// The bytes of `text` in Windows-1252; nil where it has none, or is ASCII.
  private static func windows1252(_ text: String) -> [UInt8]? {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let position = upperControls.firstIndex(of: scalar) {
        bytes.append(UInt8(0x80 + position))
      } else if scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) {
        bytes.append(UInt8(scalar.value))
      } else {
        return nil
      }
    }
    return bytes
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return upperControls[Int(byte) - 0x80]
  }

  /// 0x80…0x9F; the five that Windows leaves undefined stand for the control codes of Latin-1.
  private static let upperControls: [Unicode.Scalar] = [
    "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}",
    "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
  ]
}

/// The bytes of a text file without their byte order mark, as UTF-8 where the mark says UTF-16.
enum TextFile {
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2)) { $1 << 8 | $0 } }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2)) { $0 << 8 | $1 } }
    return bytes
  }

  /// Half of a surrogate pair becomes U+FFFD; an odd byte at the end is dropped, being no character.
  private static func utf16(
    _ bytes: ArraySlice<UInt8>, unit: (UInt16, UInt16) -> UInt16
  ) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var offset = bytes.startIndex
    while offset + 1 < bytes.endIndex {
      units.append(unit(UInt16(bytes[offset]), UInt16(bytes[offset + 1])))
      offset += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
