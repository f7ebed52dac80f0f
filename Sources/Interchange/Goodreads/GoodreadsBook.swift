import Library

/// Makes a draft of a book out of a row of a Goodreads export, with every quirk of BOOKS §3.
///
/// A value that does not fit its field is kept under `custom.` and its column's name, and noted.
struct GoodreadsBook {
  let row: TableRow<GoodreadsColumn>
  var draft: Draft

  /// What `row` says; nil when it has no title, which is the one thing a book cannot lack.
  /// `answers` are the person's for exclusive shelves of their own.
  static func draft(_ row: TableRow<GoodreadsColumn>, answers: StatusAnswers) -> Draft? {
    guard let title = row[.title]?.tidied, !title.isEmpty else { return nil }
    var book = GoodreadsBook(row: row, draft: Draft(sourceId: sourceId(of: row)))
    book.readTitle(title)
    book.readContributors()
    book.readIdentifiers()
    book.readEdition()
    book.readYears()
    book.readOpinion()
    book.readOwnership()
    book.readShelves(answers: answers)
    book.readReadings()
    book.draft.readOthers(row.others)
    return book.draft
  }

  /// Goodreads' Book Id; in tables made without one, a digest of what tells the book apart.
  private static func sourceId(of row: TableRow<GoodreadsColumn>) -> String {
    if let id = row[.bookId], StableID.isPlain(id) { return id }
    let parts = [row[.bookId], row[.title], row[.author], row[.isbn13] ?? row[.isbn]]
    return StableID.digest(of: parts)
  }

  private mutating func readTitle(_ title: String) {
    let parsed = SeriesTitle(title)
    draft.fields["title"] = line(parsed.title, of: .title, max: Library.Limits.titleLengthMax)
    if !parsed.series.isEmpty {
      draft.fields["series"] = .array(
        parsed.series.prefix(Library.Limits.listLengthMax).map(\.json))
    }
  }

  /// Goodreads says who is first and nothing of what the others did, so they are contributors.
  private mutating func readContributors() {
    var contributors: [JSONValue] = []
    var seen: Set<String> = []
    let max = Library.Limits.titleLengthMax
    if let author = row[.author]?.tidied {
      var person: JSONObject = ["name": line(author, of: .author, max: max), "role": "author"]
      if let sort = row[.authorLastFirst]?.tidied, sort != author {
        person["sort"] = line(sort, of: .authorLastFirst, max: max)
      }
      contributors.append(.object(person))
      seen.insert(author)
    }
    for name in PersonNames.split(row[.additionalAuthors] ?? "") where seen.insert(name).inserted {
      contributors.append([
        "name": line(name, of: .additionalAuthors, max: max), "role": "contributor",
      ])
    }
    draft.setContributors(contributors)
  }

  /// `text` as a line of at most `max` scalars; the whole of it stays in the kept row.
  mutating func line(_ text: String, of column: GoodreadsColumn, max: Int) -> JSONValue {
    draft.line(text, of: column.rawValue, max: max)
  }
}
