import Library

/// What the row says of the edition: its numbers, its shape and its years.
extension GoodreadsBook {
  mutating func readIdentifiers() {
    for column in [GoodreadsColumn.isbn13, .isbn] {
      guard let text = row[column] else { continue }
      let bare = BookNumber.bare(text)
      guard !bare.isEmpty else { continue }
      if let identifier = BookNumber.identifier(bare) {
        draft.identify(identifier)
      } else {
        draft.keep(bare, of: column.rawValue, because: "is no valid ISBN")
      }
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
    if let binding = row[.binding]?.tidied, let format = BindingName(binding) {
      draft.fields["format"] = .string(format.format)
      if let note = format.note {
        draft.fields["formatNote"] = line(note, of: .binding, max: max)
      }
    }
    if let text = row[.pages], text != "0" {
      if let pages = Int(text), (1...100_000).contains(pages) {
        draft.fields["pages"] = .int(pages)
      } else {
        draft.keep(text, of: "Number of Pages", because: "is no number of pages")
      }
    }
  }

  /// A year before our era is no PartialDate: it stays the work's year, where the row has no other.
  mutating func readYears() {
    if let text = row[.originalYear] {
      if let year = Int(text), (-9_999...9_999).contains(year) {
        draft.fields["originalYear"] = .int(year)
      } else {
        draft.keep(text, of: "Original Publication Year", because: "is no year")
      }
    }
    guard let text = row[.yearPublished] else { return }
    guard let year = Int(text), (-9_999...9_999).contains(year) else {
      draft.keep(text, of: "Year Published", because: "is no year")
      return
    }
    if year > 0 {
      let digits = String(year)
      draft.fields["published"] = .string(String(repeating: "0", count: 4 - digits.count) + digits)
    } else if draft.fields["originalYear"] == nil {
      draft.fields["originalYear"] = .int(year)
    } else {
      draft.setCustom("Year Published", .int(year))
    }
  }
}
