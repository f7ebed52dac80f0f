import Library

/// A title with the series that Goodreads writes behind it taken out.
///
/// `Title (Tidewater, #2)`, `(Tidewater #2)`, `(Tidewater, #1-3)`, `(Tidewater, #0.5)`,
/// `(Tidewater, #2; Low Country, #5)`. A parenthesis without a number sign is part of the title.
struct SeriesTitle: Hashable {
  /// One series and the book's place in it.
  struct Series: Hashable {
    var name: String
    /// As written: `2`, `1-3`, `0.5`, `5, Part 1`.
    var index: String?
    /// The first number of `index`, to sort by.
    var number: Double? { index.flatMap(SeriesTitle.leadingNumber) }
  }

  private(set) var title: String
  private(set) var series: [Series] = []

  /// Reads a tidied title. Parentheses are looked at from the end of the title on, as long as
  /// nothing but parentheses follows: `Dune (Dune, #1) (Illustrated)` gives `Dune (Illustrated)`.
  init(_ text: String) {
    title = text
    var end = text.endIndex
    while let group = Self.lastGroup(of: text[..<end]) {
      let inside = text[text.index(after: group.lowerBound)..<text.index(before: group.upperBound)]
      if let series = Self.series(in: String(inside)) {
        let remaining = (text[..<group.lowerBound] + " " + text[group.upperBound...]).tidied
        guard !remaining.isEmpty else { return }
        title = remaining
        self.series = series
        return
      }
      end = group.lowerBound
    }
  }

  /// The parenthesis that ends `text`, with what it nests; nil when it ends in something else.
  private static func lastGroup(of text: Substring) -> Range<String.Index>? {
    guard let last = text.lastIndex(where: { !$0.isWhitespace }), text[last] == ")" else {
      return nil
    }
    var depth = 0
    var position = last
    while true {
      if text[position] == ")" { depth += 1 }
      if text[position] == "(" { depth -= 1 }
      if depth == 0 { return position..<text.index(after: last) }
      guard position > text.startIndex else { return nil }
      position = text.index(before: position)
    }
  }

  /// The series named in a parenthesis; nil when no part of it is a name and a number.
  private static func series(in text: String) -> [Series]? {
    var found: [Series] = []
    var hasNumber = false
    for part in text.split(separator: ";") {
      let piece = part.tidied
      if let numbered = numberedSeries(in: piece) {
        found += numbered
        hasNumber = true
      } else if !found.isEmpty, isVolume(piece), let last = found.last?.index {
        // `Memory, Sorrow, and Thorn, #3; Part 2`: the half of a volume, not another series.
        found[found.count - 1].index = "\(last); \(piece)"
      } else if !piece.isEmpty {
        found.append(Series(name: piece, index: nil))
      }
    }
    return hasNumber ? found : nil
  }

  /// `Name, #2`, or several as in `Discworld, #40, Moist von Lipwig #3`; nil when it is neither.
  private static func numberedSeries(in text: String) -> [Series]? {
    let pieces = text.split(separator: "#", omittingEmptySubsequences: false)
    guard pieces.count > 1 else { return nil }
    var found: [Series] = []
    var name = trimmedOfComma(pieces[0])
    for (position, piece) in pieces.dropFirst().enumerated() {
      let isLast = position == pieces.count - 2
      // Before another number sign stands the next series' name, behind a comma.
      let parts = isLast ? nil : piece.lastIndex(of: ",")
      let index = piece[..<(parts ?? piece.endIndex)].tidied
      guard !name.isEmpty, isLast || parts != nil, leadingNumber(of: index) != nil else {
        return nil
      }
      found.append(Series(name: name, index: index))
      if let parts { name = trimmedOfComma(piece[piece.index(after: parts)...]) }
    }
    return found
  }

  fileprivate static func leadingNumber(of index: String) -> Double? {
    var digits = index.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    while digits.last == "." { digits.removeLast() }
    guard digits.first?.isNumber == true, digits.count <= 9 else { return nil }
    return Double(digits)
  }

  private static func isVolume(_ text: String) -> Bool {
    let words = text.lowercased().split(separator: " ")
    guard let first = words.first, words.count > 1, words[1].first?.isNumber == true else {
      return false
    }
    return ["part", "book", "volume", "vol.", "vol", "teil", "band", "tome", "parte"]
      .contains(String(first))
  }

  private static func trimmedOfComma(_ text: Substring) -> String {
    var name = text.tidied
    while name.last == "," { name = name.dropLast().tidied }
    return name
  }
}

extension SeriesTitle.Series {
  /// As `series` of a book holds it (BOOKS §5).
  var json: JSONValue {
    let name = name.shortened(to: Library.Limits.titleLengthMax)
    var body: JSONObject = ["name": .string(name)]
    if let index { body["index"] = .string(index.shortened(to: Library.Limits.tagLengthMax)) }
    if let number { body["number"] = JSONValue(number: number) }
    return .object(body)
  }
}
