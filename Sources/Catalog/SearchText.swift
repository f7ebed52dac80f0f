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

  /// How well a text that matches does so, the best 0: it is what was asked for, begins with it, or
  /// only has its words somewhere. An article before it does not count.
  func rank(of query: [String]) -> Int {
    let bare = Self.bare(words)
    let asked = Self.bare(query)
    if bare.elementsEqual(asked) { return 0 }
    let begins = zip(bare, asked).allSatisfy { $0.hasPrefix($1) } && asked.count <= bare.count
    return begins ? 1 : 2
  }

  /// `words` without an article before them, unless that is all there is.
  private static func bare(_ words: [String]) -> ArraySlice<String> {
    let isArticle = words.count > 1 && ["the", "a", "an"].contains(words[0])
    return isArticle ? words.dropFirst() : words[...]
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
