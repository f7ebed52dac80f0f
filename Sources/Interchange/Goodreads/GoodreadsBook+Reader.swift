import Library

/// What the reader thinks of the book, wrote about it and has of it.
extension GoodreadsBook {
  mutating func readOpinion() {
    if let text = row[.rating] { draft.readRating(text, of: GoodreadsColumn.rating.rawValue) }
    if let html = row[.review] { draft.readReview(html, of: GoodreadsColumn.review.rawValue) }
    if let spoiler = row[.spoiler] {
      switch spoiler.lowercased() {
      case "true", "yes", "1": draft.fields["spoiler"] = true
      case "false", "no", "0": break
      default: draft.keep(spoiler, of: "Spoiler", because: "is neither true nor false")
      }
    }
    if let html = row[.privateNotes] {
      let note = Markup(html: html)
      if !note.text.isEmpty {
        draft.fields["note"] = draft.longText(
          note.text, of: GoodreadsColumn.privateNotes.rawValue)
      }
    }
  }

  mutating func readOwnership() {
    if let text = row[.ownedCopies] {
      if let owned = Int(text), (0...Limits.copiesMax).contains(owned) {
        draft.fields["owned"] = .int(owned)
      } else {
        draft.keep(text, of: "Owned Copies", because: "is no number of copies")
      }
    }
    var acquired: JSONObject = [:]
    if let text = row[.purchaseDate] {
      if let date = CalendarDate(text) {
        acquired["date"] = .string(date.text)
      } else {
        draft.keep(text, of: "Original Purchase Date", because: "is no date that Dogear reads")
      }
    }
    let max = Library.Limits.nameLengthMax
    if let place = row[.purchaseLocation] {
      acquired["place"] = line(place, of: .purchaseLocation, max: max)
    }
    if let condition = row[.condition] {
      acquired["condition"] = line(condition, of: .condition, max: max)
    }
    if !acquired.isEmpty { draft.fields["acquired"] = .object(acquired) }
    if let text = row[.dateAdded] { draft.readAdded(text, of: GoodreadsColumn.dateAdded.rawValue) }
  }
}
