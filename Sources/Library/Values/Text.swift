/// What makes two spellings the same element of a set.
public enum Text {
  /// `text` with its case folded: equal for spellings that differ in case only (SYNC §2).
  ///
  /// Each scalar goes to lower, upper and lower case again, which groups exactly the scalars that
  /// Unicode's full case folding groups (ß with ss, ς with σ); the dotless ı, which that chain would
  /// join with i, stays itself as there. JavaScript does the same and then normalises to NFC, where
  /// Swift compares strings by canonical equivalence anyway.
  public static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\u{131}" {
        folded.append(scalar)
        continue
      }
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        for upper in lower.properties.uppercaseMapping.unicodeScalars {
          folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
        }
      }
    }
    return String(folded)
  }
}
