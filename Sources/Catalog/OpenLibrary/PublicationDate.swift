import Library

/// The day, the month or the year that a catalogue's free text says: `May 2019`, `c1999`. What the text
/// leaves open, or only guesses (`1850?`, `ca. 1850`, `199-`, `1999-2001`), is never made up.
package struct PublicationDate: Hashable, Sendable {
  /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
  package let text: String

  /// Reads a text; nil where it says no year for certain.
  package init?(_ written: String) {
    let written = written.unicodeScalars.prefix(Limits.dateLengthMax)
    let text = String(String.UnicodeScalarView(written)).lowercased()
    guard !text.contains("?"), let date = Self.numbers(text) ?? Self.words(text),
      PartialDate(date) != nil
    else { return nil }
    self.text = date
  }

  /// A date in figures alone. Of two numbers that may each be the month, neither is.
  private static func numbers(_ text: String) -> String? {
    if let match = text.wholeMatch(of: /\s*([0-9]{4})[-\/.]([0-9]{1,2})(?:[-\/.]([0-9]{1,2}))?\s*/)
    {
      let day = match.3.flatMap { Int($0) }
      return date(String(match.1), Int(match.2), day) ?? String(match.1)
    }
    guard let match = text.wholeMatch(of: /\s*([0-9]{1,2})[-\/.]([0-9]{1,2})[-\/.]([0-9]{4})\s*/),
      let first = Int(match.1), let second = Int(match.2)
    else { return nil }
    let year = String(match.3)
    if first == second || second > 12 { return date(year, first, second) ?? year }
    return first > 12 ? date(year, second, first) ?? year : year
  }

  /// A date in which words stand: one year, and a month and a day where each is one.
  private static func words(_ text: String) -> String? {
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "-") }
    guard !words.contains(where: { guesses.contains(String($0)) }) else { return nil }
    // A hyphen at a figure makes a span, or stands for figures that nobody knows.
    let isSpan = words.contains { word in
      word.contains("-") && word.contains(where: \.isNumber)
    }
    guard !isSpan else { return nil }
    let years = Set(words.compactMap(year))
    guard let year = years.first, years.count == 1 else { return nil }
    let named = words.compactMap(month)
    guard let month = named.first, named.count == 1 else { return year }
    let days = words.compactMap(day)
    return date(year, month, days.count == 1 ? days[0] : nil) ?? date(year, month, nil)
  }

  private static func date(_ year: String, _ month: Int?, _ day: Int?) -> String? {
    guard let month else { return year }
    let parts = [month, day].compactMap(\.self).map { $0 < 10 ? "-0\($0)" : "-\($0)" }
    let date = year + parts.joined()
    return PartialDate(date) == nil ? nil : date
  }

  /// Four figures, perhaps behind the c of copyright.
  private static func year(_ word: Substring) -> String? {
    let figures = word.hasPrefix("c") || word.hasPrefix("p") ? word.dropFirst() : word
    return figures.count == 4 && figures.allSatisfy(isFigure) && figures.first != "0"
      ? String(figures) : nil
  }

  private static func month(_ word: Substring) -> Int? {
    guard word.count >= 3 else { return nil }
    if word == "sept" { return 9 }
    return months.firstIndex { word == $0 || word == $0.prefix(3) }.map { $0 + 1 }
  }

  /// `7`, `7th`.
  private static func day(_ word: Substring) -> Int? {
    let figures = word.prefix(while: isFigure)
    guard (1...2).contains(figures.count),
      ["", "st", "nd", "rd", "th"].contains(word[figures.endIndex...])
    else { return nil }
    return Int(figures)
  }

  private static func isFigure(_ letter: Character) -> Bool { letter.isASCII && letter.isNumber }

  private static let guesses: Set<String> = [
    "ca", "circa", "approximately", "approx", "about", "before", "after", "between", "or",
    "probably", "possibly", "century", "bc", "b",
  ]

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}
