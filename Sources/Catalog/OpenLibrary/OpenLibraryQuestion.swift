import Library

/// What Open Library is asked.
package enum OpenLibraryQuestion: Hashable, Sendable {
  /// A page, from 1, of the works that words find.
  case search(words: String, page: Int)
  /// The edition that has this number, of 13 digits.
  case isbn(String)
  /// One work or edition.
  case book(OpenLibraryID)

  /// What somebody types: a number, or words. What else stands between them would be orders to Open
  /// Library's search, which nobody means who types a title. Nil where nothing is left.
  package init?(typed text: String, page: Int) {
    if let isbn = ISBN.normalised(text) {
      guard page == 1 else { return nil }
      self = .isbn(isbn)
      return
    }
    let words = text.split { !Self.isOfWords($0) }
      .map { $0.drop { $0 == "-" } }.filter { !$0.isEmpty }.joined(separator: " ")
    guard words.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
    self = .search(words: words.lowercased(), page: page)
  }

  /// Letters, numbers, marks on them, and what stands within a word or behind its end.
  private static func isOfWords(_ letter: Character) -> Bool {
    letter.isLetter || letter.isNumber || "'’-.&,".contains(letter)
  }

  /// Whether one book is asked for by its id.
  package var isBook: Bool {
    if case .book = self { true } else { false }
  }

  /// Where the answer begins.
  var path: String {
    switch self {
    case .search(let words, let page):
      Self.searchPath(words, page: page, fields: Self.fields + ",isbn")
    case .isbn(let isbn): "/isbn/\(isbn).json"
    case .book(let id):
      id.kind == .work ? Self.workPath(id) : Self.editionPath(id)
    }
  }

  /// One work, as a search shows it: with the names of its authors, of which its own record has only
  /// keys.
  static func workPath(_ id: OpenLibraryID) -> String {
    searchPath("key:/works/\(id.text)", page: 1, fields: fields)
  }

  static func editionPath(_ id: OpenLibraryID) -> String { "/books/\(id.text).json" }

  /// What is asked of a search: no more than is looked at, for a known book has hundreds of editions.
  private static let fields = "key,title,subtitle,author_name,first_publish_year,language"

  private static func searchPath(_ query: String, page: Int, fields: String) -> String {
    "/search.json?q=\(encoded(query))&fields=\(encoded(fields))&page=\(page)"
      + "&limit=\(Limits.booksPerPage)"
  }

  /// `text` as a value of a query (RFC 3986 §2.3): what is not unreserved is escaped.
  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      let scalar = Unicode.Scalar(byte)
      if scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar)
        || "-._~".unicodeScalars.contains(scalar)
      {
        encoded.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }
}
