package import Library

/// A title and an author by which a book is found that no number names (BOOKS §5, rule 4).
package struct TitleMatch: Hashable {
  private let title: TitleKey
  /// The first author, folded.
  package let author: String

  /// What to look for; nil where title or author say nothing.
  package init?(title: String, author: String?) {
    let contributors = author.map { JSONValue.array([["name": .string($0)]]) }
    self.init(of: ["title": .string(title), "contributors": contributors ?? .null])
  }

  /// What finds the book with these fields: equal for all who have this title and this first author, however
  /// they are spelled. Nil where no title does.
  package init?(of book: JSONObject) {
    guard let author = Self.author(of: book), let name = book["title"]?.string else {
      return nil
    }
    title = TitleKey(name)
    self.author = author
    guard !title.text.isEmpty else { return nil }
  }

  /// The first author of the book with these fields, folded; nil where it names none.
  package static func author(of book: JSONObject) -> String? { TitleKey.author(of: book) }
}
