import Library

/// A title and an author by which a book is found that no number names (BOOKS §5, rule 4).
package struct TitleMatch {
  private let title: TitleKey
  private let author: String

  /// What to look for; nil where title or author say nothing.
  package init?(title: String, author: String?) {
    let contributors = author.map { JSONValue.array([["name": .string($0)]]) }
    self.title = TitleKey(title)
    guard let author = TitleKey.author(of: ["contributors": contributors ?? .null]),
      !self.title.text.isEmpty
    else { return nil }
    self.author = author
  }

  /// Whether `book` has this title and this first author, however they are spelled.
  package func finds(_ book: LibraryEntity) -> Bool {
    guard !book.isDeleted, let name = book.fields["title"]?.string,
      TitleKey.author(of: book.fields) == author
    else { return false }
    return TitleKey(name) == title
  }
}
