import Library

/// A title and an author as they are compared when no number tells books apart (BOOKS §5, rule 4).
struct TitleKey: Hashable {
  /// The title folded, without series and leading article.
  let text: String
  /// The numbers in it: volume 1 is not volume 2, however alike the rest.
  let numbers: [String]

  init(_ title: String) {
    var words = Folding.words(SeriesTitle(title.tidied).title).split(separator: " ")
    if words.count > 1, Self.articles.contains(String(words[0])) { words.removeFirst() }
    text = words.joined(separator: " ")
    numbers = words.filter { $0.contains(where: \.isNumber) || Self.isRoman($0) }.map(String.init)
  }

  /// Surname and initial of the first contributor, folded; nil when the book has none.
  static func author(of fields: JSONObject) -> String? {
    guard let name = fields["contributors"]?.array?.first?["name"]?.string else { return nil }
    var words = Folding.words(asSpoken(name)).split(separator: " ")
    while words.count > 1, let last = words.last, suffixes.contains(String(last)) {
      words.removeLast()
    }
    guard let surname = words.last, let initial = words.first?.first else { return nil }
    return "\(surname) \(initial)"
  }

  /// A name whose surname comes first and is set off by a comma, as it is spoken: files of e-books have both.
  private static func asSpoken(_ name: String) -> String {
    let parts = name.split(separator: ",")
    guard parts.count == 2, !suffixes.contains(Folding.words(String(parts[1]))) else { return name }
    return "\(parts[1]) \(parts[0])"
  }

  /// The places in series that a book states.
  static func seriesNumbers(of fields: JSONObject) -> [Double] {
    (fields["series"]?.array ?? []).compactMap { $0["number"]?.number }
  }

  private static func isRoman(_ word: Substring) -> Bool {
    word.count > 1 && word.allSatisfy { "ivx".contains($0) }
  }

  private static let suffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv", "phd", "md"]

  private static let articles: Set<String> = [
    "the", "a", "an", "le", "la", "les", "un", "une", "der", "die", "das", "ein", "eine", "el",
    "los", "las", "una", "il", "lo", "gli", "i", "uno", "de", "het", "een", "o", "os", "um", "uma",
    "den", "det", "en", "ett", "et",
  ]
}
