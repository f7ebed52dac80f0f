import CStarter
package import Library

/// Some six hundred books of the world's literature that are out of copyright, so that a new library
/// has something to look at. They come with the program: no network is asked.
package enum StarterLibrary {
  /// The shelf that the books are put on: what tells them from a person's own.
  package static let shelf = EntityKey(kind: "shelf", id: "starter-classics")

  /// The shelf's name.
  package static let shelfName = "Classics"

  /// The books, in the order of the file.
  package static let books: [StarterBook] = {
    let file = unsafe starter_json()
    let bytes = unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    guard let entries = try? JSONValue(parsing: bytes).array else {
      preconditionFailure("starter.json is an array of books")
    }
    let books = entries.compactMap(StarterBook.init(json:))
    precondition(books.count == entries.count, "every entry of starter.json is a book")
    return books
  }()

  /// The books in whose titles or names each word of `text` begins a word, in any case and without
  /// regard to accents; all of them for a blank text.
  package static func search(_ text: String, limit: Int = .max) -> [StarterBook] {
    let words = SearchText.words(text)
    var found: [StarterBook] = []
    for (book, searched) in zip(books, searchTexts) where found.count < limit {
      if searched.matches(words) { found.append(book) }
    }
    return found
  }

  private static let searchTexts: [SearchText] = books.map { book in
    SearchText([book.title, book.originalTitle ?? ""] + book.contributors.map(\.name))
  }
}
