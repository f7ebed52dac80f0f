import Library

/// Where the book stands, and how often it was read.
extension GoodreadsBook {
  mutating func readShelves(answers: StatusAnswers) {
    let exclusive = row[.exclusiveShelf]?.tidied
    var places = ShelfList.parse(row[.bookshelvesWithPositions] ?? row[.bookshelves] ?? "")
    for place in ShelfList.parse(row[.bookshelves] ?? "")
    where !places.contains(where: { $0.shelf == place.shelf }) {
      places.append(place)
    }
    // A status other than `read` is repeated among the shelves, with its place in that list.
    let repeated = places.first { $0.shelf.lowercased() == exclusive?.lowercased() }
    places.removeAll { $0 == repeated || ShelfStatus.isBuiltIn($0.shelf) }
    draft.places = places
    if let exclusive {
      draft.readStatus(
        exclusive, answers: answers, shelf: repeated ?? Draft.Place(shelf: exclusive))
      if draft.fields["status"] == "toRead", let number = repeated?.number {
        draft.setCustom("To-read position", .int(number))
      }
    }
    if draft.places.count > Limits.shelvesPerBookMax {
      draft.notes.append("Only the first \(Limits.shelvesPerBookMax) shelves were read.")
      draft.places = Array(draft.places.prefix(Limits.shelvesPerBookMax))
    }
  }

  /// Read Count N with D dates makes D dated and N−D undated read-throughs (BOOKS §5). Goodreads
  /// exports one date at most, and a status that says "begun" stands for one read-through at least.
  mutating func readReadings() {
    var history = ReadingHistory()
    if let text = row[.dateRead] {
      if let date = CalendarDate(text) {
        history.dated = [ReadingHistory.Dated(finished: date.text)]
      } else {
        draft.keep(text, of: "Date Read", because: "is no date that Dogear reads")
      }
    }
    let status = draft.fields["status"]?.string
    if let status, ["reading", "read", "abandoned"].contains(status) {
      history.count = 1
      history.lastOutcome = status
    }
    if let text = row[.readCount] {
      let counted = Int(text) ?? -1
      if (0...Limits.readingsPerBookMax).contains(counted) {
        history.count = max(history.count, counted)
      } else {
        draft.keep(text, of: "Read Count", because: "is no number of readings that Dogear keeps")
      }
    }
    history.count = max(history.count, history.dated.count)
    draft.readings = history
  }
}
