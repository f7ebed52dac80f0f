import Library

/// Makes a draft of a book out of a row of a BookWyrm export (BOOKS §3), which names one shelf and one
/// read-through of each book.
///
/// A value that does not fit its field is kept under `custom.` and its column's name, and noted.
struct BookWyrmBook {
  let row: TableRow<BookWyrmColumn>
  var draft: Draft

  /// What `row` says; nil when it has no title.
  static func draft(_ row: TableRow<BookWyrmColumn>) -> Draft? {
    guard let title = row[.title]?.tidied, !title.isEmpty else { return nil }
    var book = BookWyrmBook(row: row, draft: Draft(sourceId: sourceId(of: row)))
    book.draft.fields["title"] = book.draft.line(
      title, of: BookWyrmColumn.title.rawValue, max: Library.Limits.titleLengthMax)
    book.readEdition()
    book.readOpinion()
    book.readShelf()
    book.readReading()
    book.draft.readOthers(row.others)
    return book.draft
  }

  /// The book's address; in tables made without it, a digest of what tells the book apart.
  private static func sourceId(of row: TableRow<BookWyrmColumn>) -> String {
    if let address = row[.address] { return StableID.digest(address) }
    let parts = [row[.title], row[.authors], row[.isbn13] ?? row[.isbn10]]
    return StableID.digest(of: parts)
  }

  private mutating func readEdition() {
    if let text = row[.authors] { draft.readAuthors(text, of: BookWyrmColumn.authors.rawValue) }
    for column in [BookWyrmColumn.isbn13, .isbn10, .asin] {
      if let text = row[column] { draft.readNumber(text, of: column.rawValue) }
    }
    if let text = row[.openLibraryKey] {
      draft.readOpenLibraryKey(text, of: BookWyrmColumn.openLibraryKey.rawValue)
    }
    if let text = row[.goodreadsKey] {
      if StableID.isPlain(text) {
        draft.identify("goodreads:\(text)")
      } else {
        draft.setCustom(BookWyrmColumn.goodreadsKey.rawValue, .string(text))
      }
    }
    if let text = row[.pages] { draft.readPages(text, of: BookWyrmColumn.pages.rawValue) }
  }

  /// A review's headline goes before it.
  private mutating func readOpinion() {
    if let text = row[.rating] { draft.readRating(text, of: BookWyrmColumn.rating.rawValue) }
    let review = [row[.reviewName]?.tidied, row[.review]].compactMap(\.self)
    if !review.isEmpty {
      draft.readReview(
        review.joined(separator: "\n\n"), of: BookWyrmColumn.review.rawValue)
    }
  }

  /// One of the four shelves that everyone has is a status; a shelf of their own leaves it to the dates.
  private mutating func readShelf() {
    if let text = row[.shelved] { draft.readAdded(text, of: BookWyrmColumn.shelved.rawValue) }
    if let status = row[.shelf].flatMap({ Self.statuses[$0.lowercased()] }) {
      draft.fields["status"] = .string(status)
      return
    }
    if let name = (row[.shelfName] ?? row[.shelf])?.tidied {
      draft.places = [
        Draft.Place(shelf: name.shortened(to: Library.Limits.nameLengthMax))
      ]
    }
    if row[.finished] != nil {
      draft.fields["status"] = "read"
    } else if row[.stopped] != nil {
      draft.fields["status"] = "abandoned"
    } else if row[.started] != nil {
      draft.fields["status"] = "reading"
    }
  }

  private static let statuses = [
    "to-read": "toRead", "reading": "reading", "read": "read", "stopped-reading": "abandoned",
  ]

  private mutating func readReading() {
    let started = day(.started)
    let finished = day(.finished)
    let stopped = day(.stopped)
    let isGivenUp = finished == nil && stopped != nil
    // On the shelf of what is being read, another one is under way since.
    let status = draft.fields["status"]?.string
    let goesOn = status == "reading"
    let dated = ReadingHistory.Dated(
      started: started, finished: finished ?? stopped, isGivenUp: isGivenUp && goesOn)
    var history = ReadingHistory(
      dated: dated == ReadingHistory.Dated() ? [] : [dated], counted: 0, status: status)
    if isGivenUp, !goesOn { history.lastOutcome = "abandoned" }
    draft.readings = history
  }

  private mutating func day(_ column: BookWyrmColumn) -> String? {
    guard let text = row[column] else { return nil }
    if let date = CalendarDate(text) { return date.text }
    draft.keep(text, of: column.rawValue, because: "is no date that Dogear reads")
    return nil
  }
}
