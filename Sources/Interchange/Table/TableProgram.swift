import Library

/// What writes tables of books that Dogear reads: a program, or a person.
enum TableProgram: String, Sendable {
  case goodreads
  case storygraph
  case librarything
  case bookwyrm
  case openreads
  case calibre
  /// No program's: a reader made it.
  case spreadsheet

  /// The program whose columns `header` has; nil where it is none of these.
  init?(header: [String]) {
    let names = Set(header.map { $0.lowercased() })
    // Both of Goodreads' headers, and what people's own scripts make of them: the columns that make a
    // row a book, and what only Goodreads has. One of its names a reader's own table may have, too.
    if names.isSuperset(of: ["title", "author"]),
      names.contains("exclusive shelf")
        || !names.isDisjoint(with: ["bookshelves", "my rating"])
          && !names.isDisjoint(with: Self.goodreadsOwn)
    {
      self = .goodreads
    } else if names.isSuperset(of: ["title", "read status"]),
      !names.isDisjoint(with: ["authors", "author"]), !names.isDisjoint(with: Self.storygraphOwn)
    {
      self = .storygraph
    } else if names.isSuperset(of: ["book id", "title", "primary author"]) {
      self = .librarything
    } else if names.isSuperset(of: ["title", "author_text"]) {
      self = .bookwyrm
    } else if names.isSuperset(of: ["title", "author", "my_review"]) {
      self = .openreads
    } else if names.contains("title"),
      // Whoever makes the table chooses its columns: these no other program has.
      !names.isDisjoint(with: ["author_sort", "title_sort", "series_index", "library_name", "uuid"])
        || names.isSuperset(of: ["authors", "identifiers"])
        || names.isSuperset(of: ["authors", "formats"])
    {
      self = .calibre
    } else if SpreadsheetBook.isTable(header: header) {
      self = .spreadsheet
    } else {
      return nil
    }
  }

  private static let goodreadsOwn = [
    "book id", "author l-f", "bookshelves with positions", "average rating",
  ]
  private static let storygraphOwn = [
    "isbn/uid", "last date read", "dates read", "character- or plot-driven?", "star rating",
  ]

  /// What a report calls it.
  var source: ImportReport.Source {
    switch self {
    case .goodreads: .goodreads
    case .storygraph: .storygraph
    case .librarything: .librarything
    case .bookwyrm: .bookwyrm
    case .openreads: .openreads
    case .calibre: .calibre
    case .spreadsheet: .spreadsheet
    }
  }

  /// Its own name.
  var name: String {
    switch self {
    case .goodreads: "Goodreads"
    case .storygraph: "StoryGraph"
    case .librarything: "LibraryThing"
    case .bookwyrm: "BookWyrm"
    case .openreads: "Openreads"
    case .calibre: "Calibre"
    case .spreadsheet: "the table"
    }
  }

  /// Columns that change by themselves, and say nothing of the book: other people's opinions, and when
  /// somebody last opened its form, or how large its files are.
  var movingColumns: Set<String> {
    switch self {
    case .goodreads: [GoodreadsColumn.averageRating.rawValue]
    case .storygraph, .librarything, .bookwyrm, .spreadsheet: []
    case .openreads: [OpenreadsColumn.modified.rawValue]
    case .calibre: [CalibreColumn.cover.rawValue, CalibreColumn.size.rawValue]
    }
  }

  /// What a row says of a book; nil when it has no title. `answers` are the person's for
  /// statuses that Dogear lacks.
  func draft(_ row: RawRow, answers: StatusAnswers) -> Draft? {
    switch self {
    case .goodreads: GoodreadsBook.draft(TableRow(row), answers: answers)
    case .storygraph: StoryGraphBook.draft(TableRow(row), answers: answers)
    case .librarything: LibraryThingBook.draft(TableRow(row, reading: CellText.repaired))
    case .bookwyrm: BookWyrmBook.draft(TableRow(row))
    case .openreads: OpenreadsBook.draft(TableRow(row), answers: answers)
    case .calibre: CalibreBook.draft(TableRow(row), answers: answers)
    case .spreadsheet: SpreadsheetBook.draft(TableRow(row), answers: answers)
    }
  }
}
