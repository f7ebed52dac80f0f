import Library

/// The way of one question through Open Library: what to ask next, until its books are known. Whoever
/// has a network asks; nothing here does.
package struct OpenLibraryLookup: Sendable {
  /// What came of asking.
  package enum Answer: Sendable {
    /// The body of an answer, whatever it holds.
    case bytes([UInt8])
    /// There is no such record.
    case nothing
  }

  /// The question.
  package let question: OpenLibraryQuestion
  /// What to ask now: a path with its query.
  package private(set) var path: String
  /// The edition that only its people are missing of.
  private var edition: OpenLibraryEdition?
  /// How often one record has led to another.
  private var turns = 0

  /// Begins with a question.
  package init(_ question: OpenLibraryQuestion) {
    self.question = question
    path = question.path
  }

  /// Takes the answer to what was asked.
  /// - Throws: `OpenLibraryError`.
  /// - Returns: What was found; nil where `path` is to be asked next.
  package mutating func take(_ answer: Answer) throws(OpenLibraryError) -> FoundPage? {
    if let edition { return Self.page([edition.book(of: try Self.works(answer).works.first)]) }
    switch question {
    case .search(_, let page):
      let (works, total) = try Self.works(answer)
      return FoundPage(books: works.compactMap(\.book), number: page, total: total)
    case .book(let id) where id.kind == .work:
      return Self.page([try Self.works(answer).works.first?.book])
    case .isbn, .book: return try takeEdition(answer)
    }
  }

  private mutating func takeEdition(_ answer: Answer) throws(OpenLibraryError) -> FoundPage? {
    guard case .bytes(let bytes) = answer else { return Self.page([]) }
    let json = try Self.json(bytes)
    // What was merged into another says so, and what was deleted, too.
    switch json["type"]?["key"]?.string {
    case "/type/delete": return Self.page([])
    case "/type/redirect":
      guard let id = OpenLibraryID(key: json["location"]?.string), id.kind == .edition else {
        return Self.page([])
      }
      turns += 1
      guard turns <= Limits.openLibraryTurnsMax else { throw .astray }
      path = OpenLibraryQuestion.editionPath(id)
      return nil
    default: break
    }
    guard let edition = OpenLibraryEdition(json: json, isbn: asked) else { return Self.page([]) }
    guard let work = edition.work else { return Self.page([edition.book(of: nil)]) }
    self.edition = edition
    path = OpenLibraryQuestion.workPath(work)
    return nil
  }

  /// The number that was asked for.
  private var asked: String? {
    if case .isbn(let isbn) = question { isbn } else { nil }
  }

  private static func page(_ books: [FoundBook?]) -> FoundPage {
    let books = books.compactMap(\.self)
    return FoundPage(books: books, number: 1, total: books.count)
  }

  private static func works(
    _ answer: Answer
  ) throws(OpenLibraryError) -> (works: [OpenLibraryWork], total: Int) {
    guard case .bytes(let bytes) = answer else { throw .unreadable }
    let found = try json(bytes)
    guard let docs = found["docs"]?.array else { throw .unreadable }
    let total = found["numFound"]?.int ?? docs.count
    // More than were asked for are not looked at.
    return (docs.prefix(Limits.booksPerPage).map { OpenLibraryWork(json: $0) }, max(0, total))
  }

  private static func json(_ bytes: [UInt8]) throws(OpenLibraryError) -> JSONValue {
    guard let json = try? JSONValue(parsing: bytes), json.object != nil else { throw .unreadable }
    return json
  }
}
