import Library

/// Who made a book: its authors first, and of each name one.
struct Contributors {
  let json: JSONValue?

  init(authors: [String], others: [(name: String, role: String)] = []) {
    let people = authors.map { (name: $0, role: "author") } + others
    var seen: Set<String> = []
    let list = people.filter { seen.insert(Text.folded($0.name)).inserted }
      .prefix(Library.Limits.listLengthMax)
      .map { JSONValue.object(["name": .string($0.name), "role": .string($0.role)]) }
    json = list.isEmpty ? nil : .array(list)
  }
}

/// Languages by the codes of libraries (MARC).
enum Languages {
  /// As a field has them (BCP 47); nil where there are none. A code for many languages, for none, or for
  /// one that nobody knows is no language.
  static func json(_ codes: [String]) -> JSONValue? {
    let named = codes.filter { !none.contains($0) }
    return Cleaned.list(Cleaned.unique(named.compactMap(LanguageCode.tag)))
  }

  private static let none: Set<String> = ["mul", "zxx", "mis"]
}

/// A series, and the book's number in it where that stands behind `;` or `#`, as cataloguers write it:
/// `Tidewater ; 2`, `Tidewater (#2)`, `Tidewater ; bk. 2`.
struct SeriesName {
  private let name: String
  private let index: String?

  init(_ text: String) {
    let whole = text.hasSuffix(")") ? text.dropLast() : text[...]
    let last = whole.lastIndex { !Self.isOfNumber($0) }
    let head = last.map { whole[...$0] } ?? whole[..<whole.startIndex]
    let figures = whole[head.endIndex...]
    guard (1...6).contains(figures.count), Double(figures) != nil,
      let mark = head.lastIndex(where: { $0 == ";" || $0 == "#" }),
      Self.words.contains(head[head.index(after: mark)...].filter { !" .".contains($0) })
    else {
      (name, index) = (text, nil)
      return
    }
    let rest = head[..<mark]
    guard let end = rest.lastIndex(where: { !" ,;(#".contains($0) }) else {
      (name, index) = (text, nil)
      return
    }
    (name, index) = (String(rest[...end]), String(figures))
  }

  var json: JSONValue {
    var members: JSONObject = ["name": .string(name)]
    if let index, let number = Double(index) {
      members["index"] = .string(index)
      members["number"] = JSONValue(number: number)
    }
    return .object(members)
  }

  private static func isOfNumber(_ letter: Character) -> Bool {
    letter == "." || letter.isASCII && letter.isNumber
  }

  /// What may stand between the mark and the number.
  private static let words: Set<String> = [
    "", "bk", "book", "no", "nr", "v", "vol", "volume", "bd",
  ]
}

/// How an edition is bound, as Open Library's English words have it.
enum BookFormat: String {
  case audiobook, ebook, paperback, hardcover, other

  /// Nil for the words that say nothing.
  init?(_ binding: String) {
    let words = binding.lowercased()
    if words.contains("unknown") { return nil }
    let named = Self.words.first { $0.words.contains { words.contains($0) } }
    self = named?.format ?? .other
  }

  /// Tried in this order: what is audio or electronic says so, whatever else it says.
  private static let words: [(format: BookFormat, words: [String])] = [
    (.audiobook, ["audio", "mp3", "cassette", "compact disc"]),
    (.ebook, ["ebook", "e-book", "electronic", "kindle", "epub", "digital"]),
    (.paperback, ["paperback", "softcover", "soft cover", "mass market", "perfect"]),
    (.hardcover, ["hardcover", "hardback", "hard cover", "library binding", "leather"]),
  ]
}
