import Foundation

/// Text made equal where people see no difference: case, accents, width, ligatures, punctuation.
enum Folding {
  /// `text` in lower case without accents, every run of other than letters and digits as one space.
  ///
  /// Letters of other scripts keep what makes them letters: only marks of Latin, Greek and Cyrillic
  /// use are dropped.
  static func words(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    var isGap = false
    for scalar in scalars(of: text) {
      if isAccent(scalar) || scalar == "'" || scalar == "’" { continue }
      if scalar == "&" {
        if !folded.isEmpty { folded.append(" ") }
        folded.append(contentsOf: "and".unicodeScalars)
        isGap = true
        continue
      }
      guard isWordPart(scalar) else {
        isGap = !folded.isEmpty
        continue
      }
      if isGap { folded.append(" ") }
      isGap = false
      if let letters = undecomposed[scalar] {
        folded.append(contentsOf: letters.unicodeScalars)
      } else {
        folded.append(scalar)
      }
    }
    return String(folded)
  }

  /// `text` in lower case and composed form: two spellings of one shelf's name (SYNC §2, tags).
  static func name(_ text: String) -> String {
    text.tidied.lowercased().precomposedStringWithCanonicalMapping
  }

  private static func scalars(of text: String) -> String.UnicodeScalarView {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased().unicodeScalars }
    return text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
  }

  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      switch scalar {
      case "a"..."z", "0"..."9": return true
      default: return false
      }
    }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
  }

  /// Letters that no normalisation takes apart.
  private static let undecomposed: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i",
    "ħ": "h",
  ]
}
