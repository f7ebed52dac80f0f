import Foundation

/// Text prepared for being searched: folded words, and the whole for scripts without spaces.
package struct SearchText {
  private let words: [String]
  /// Of texts with an elision (“L’Étranger”), what they are without it: found by “étranger”, too, for an
  /// apostrophe joins its word to what stands before it.
  private let parted: [String]
  private let whole: String

  /// Prepares `texts`, which are searched as one.
  package init(_ texts: [String]) {
    words = texts.flatMap(Self.words)
    parted = texts.compactMap(Self.parting).flatMap(Self.words)
    whole = words.joined(separator: " ")
  }

  /// Whether each of `query` begins a word or, in scripts that write without spaces, stands
  /// anywhere.
  package func matches(_ query: [String]) -> Bool {
    query.allSatisfy { word in
      [words, parted].joined().contains { $0.hasPrefix(word) }
        || Self.isUnspaced(word) && whole.contains(word)
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

  private static let apostrophes: Set<Unicode.Scalar> = ["'", "’", "ʼ"]

  /// The words of `text` in lower case, without accents and full width.
  package static func words(_ text: String) -> [String] {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !apostrophes.contains($0) }))
      .folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
        locale: Locale(identifier: "en_US_POSIX")
      )
      .reduce(into: "") { $0 += plain[$1] ?? String($1) }
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Letters that no folding takes apart, as the browser client has them (`query-text.js`).
  private static let plain: [Character: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i",
  ]

  /// “L Étranger” for “L’Étranger”, and “O Brien” for “O’Brien”: one or two letters before an apostrophe and
  /// one behind it, as the browser client has it (`query-entry.js`). Nil where there are none.
  private static func parting(_ text: String) -> String? {
    var scalars = Array(text.unicodeScalars)
    var isParted = false
    for place in scalars.indices where apostrophes.contains(scalars[place]) {
      let before = scalars[..<place].reversed().prefix(3).prefix { isLetter($0) }.count
      let start = place - before
      guard (1...2).contains(before), start == 0 || !isMark(scalars[start - 1]),
        place + 1 < scalars.count, isLetter(scalars[place + 1])
      else { continue }
      scalars[place] = " "
      isParted = true
    }
    return isParted ? String(String.UnicodeScalarView(scalars)) : nil
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Chinese and Japanese; Korean has spaces.
  private static func isUnspaced(_ word: String) -> Bool {
    word.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) || isIdeograph($0) }
  }

  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isIdeographic
  }
}
