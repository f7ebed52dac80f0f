import Library

/// A work as Open Library's search shows it (BOOKS §3).
struct OpenLibraryWork {
  /// Who wrote it.
  let authors: [String]
  /// When it was first published.
  let firstYear: JSONValue?
  /// The book that it becomes, where it says enough.
  let book: FoundBook?

  init(json: JSONValue) {
    authors = Cleaned.lines(json["author_name"], max: Library.Limits.titleLengthMax)
    firstYear = json["first_publish_year"]
    guard let id = OpenLibraryID(key: json["key"]?.string) else {
      book = nil
      return
    }
    var fields = CheckedFields()
    fields.set("title", Cleaned.line(json["title"], max: Library.Limits.titleLengthMax))
    fields.set("subtitle", Cleaned.line(json["subtitle"], max: Library.Limits.titleLengthMax))
    fields.set("contributors", Contributors(authors: authors).json)
    fields.set("originalYear", firstYear)
    // Those of all its editions: where that is one it is the book's.
    let languages = Cleaned.lines(json["language"], max: Library.Limits.languageTagLengthMax)
    if languages.count == 1 { fields.set("languages", Languages.json(languages)) }
    if id.kind == .work { fields.set("workKey", .string(id.text)) }
    book = fields.book(
      id, identifiers: ["olid:\(id.text)"], isbns: Cleaned.isbns(json["isbn"]))
  }
}
