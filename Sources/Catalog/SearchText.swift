import Foundation

/// Text prepared for being searched: folded words, and the whole for scripts without spaces.
struct SearchText {
  private let words: [String]
  private let whole: String

  init(_ texts: [String]) {
    words = texts.flatMap(Self.words)
    whole = words.joined(separator: " ")
  }

  /// Whether each of `query` begins a word or, in scripts that write without spaces, stands
  /// anywhere.
  func matches(_ query: [String]) -> Bool {
    query.allSatisfy { word in
      words.contains { $0.hasPrefix(word) } || Self.isUnspaced(word) && whole.contains(word)
    }
  }

  /// The words of `text` in lower case, without accents and full width.
  static func words(_ text: String) -> [String] {
    text.replacing("’", with: "").replacing("'", with: "")
      .folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
        locale: Locale(identifier: "en_US_POSIX")
      )
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Chinese and Japanese; Korean has spaces.
  private static func isUnspaced(_ word: String) -> Bool {
    word.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) || isIdeograph($0) }
  }

  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isIdeographic
  }
}
