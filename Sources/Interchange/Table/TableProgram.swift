import Library

/// A program whose tables of books Dogear reads.
enum TableProgram: String, Sendable {
  case goodreads
  case storygraph

  /// The program whose columns `header` has; nil where it is none of these.
  init?(header: [String]) {
    let names = Set(header.map { $0.lowercased() })
    // Both of Goodreads' headers, and what people's own scripts make of them: the columns that make a
    // row a book, and one that only Goodreads has.
    if names.isSuperset(of: ["title", "author"]),
      !names.isDisjoint(with: ["exclusive shelf", "bookshelves", "my rating"])
    {
      self = .goodreads
    } else if names.isSuperset(of: ["title", "read status"]),
      !names.isDisjoint(with: ["authors", "author"])
    {
      self = .storygraph
    } else {
      return nil
    }
  }

  /// What a report calls it.
  var source: ImportReport.Source {
    switch self {
    case .goodreads: .goodreads
    case .storygraph: .storygraph
    }
  }

  /// Columns that change by themselves: other people's opinions.
  var movingColumns: Set<String> {
    switch self {
    case .goodreads: [GoodreadsColumn.averageRating.rawValue]
    case .storygraph: []
    }
  }

  /// What a row says of a book; nil when it has no title. `statuses` are the person's answers for
  /// statuses that Dogear lacks.
  func draft(_ row: RawRow, statuses: JSONObject) -> Draft? {
    switch self {
    case .goodreads: GoodreadsBook.draft(TableRow(row), statuses: statuses)
    case .storygraph: StoryGraphBook.draft(TableRow(row), statuses: statuses)
    }
  }
}
