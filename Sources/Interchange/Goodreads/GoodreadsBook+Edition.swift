import Library

/// What the row says of the edition: its numbers, its shape and its years.
extension GoodreadsBook {
  mutating func readIdentifiers() {
    for column in [GoodreadsColumn.isbn13, .isbn] {
      if let text = row[column] { draft.readNumber(text, of: column.rawValue) }
    }
    if let id = row[.bookId] {
      if StableID.isPlain(id) {
        draft.identify("goodreads:\(id)")
      } else {
        draft.setCustom(GoodreadsColumn.bookId.rawValue, .string(id))
      }
    }
  }

  mutating func readEdition() {
    let max = Library.Limits.nameLengthMax
    if let publisher = row[.publisher] {
      draft.fields["publisher"] = line(publisher, of: .publisher, max: max)
    }
    if let text = row[.binding] { draft.readBinding(text, of: GoodreadsColumn.binding.rawValue) }
    if let text = row[.pages] { draft.readPages(text, of: GoodreadsColumn.pages.rawValue) }
  }

  mutating func readYears() {
    if let text = row[.originalYear] {
      if let year = Int(text), Library.Limits.years.contains(year) {
        draft.fields["originalYear"] = .int(year)
      } else {
        draft.keep(text, of: "Original Publication Year", because: "is no year")
      }
    }
    if let text = row[.yearPublished] {
      draft.readYear(text, of: GoodreadsColumn.yearPublished.rawValue)
    }
  }
}
