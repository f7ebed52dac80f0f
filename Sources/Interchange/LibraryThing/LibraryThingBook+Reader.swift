import Library

/// What the reader thinks of the book, has of it and did with it.
extension LibraryThingBook {
  mutating func readOpinion() {
    if let text = row[.rating] { draft.readRating(text, of: LibraryThingColumn.rating.rawValue) }
    if let text = row[.review] {
      draft.readReview(Self.withLines(text), of: LibraryThingColumn.review.rawValue)
    }
    let comments = [row[.comment], row[.privateComment]].compactMap(\.self).map {
      Markup(html: Self.withLines($0)).text
    }
    if !comments.isEmpty {
      draft.fields["note"] = draft.longText(
        comments.joined(separator: "\n\n"), of: LibraryThingColumn.comment.rawValue)
    }
    if let text = row[.tags] { draft.readTags(text.split(separator: ",")) }
  }

  /// A row is a line: where a text goes on in the next one, it says so in words.
  private static func withLines(_ text: String) -> String {
    text.replacing("[Return]", with: "\n")
  }

  mutating func readOwnership() {
    if let text = bare(.entered) { draft.readAdded(text, of: LibraryThingColumn.entered.rawValue) }
    if let text = row[.copies] {
      if let copies = Int(text), (0...Limits.copiesMax).contains(copies) {
        if isOwned { draft.fields["owned"] = .int(copies) }
      } else {
        draft.keep(
          text, of: LibraryThingColumn.copies.rawValue, because: "is no number of copies")
      }
    }
    var acquired: JSONObject = [:]
    if let date = days(.acquired).first { acquired["date"] = .string(date) }
    if let text = row[.fromWhere] {
      acquired["place"] = draft.line(text, of: LibraryThingColumn.fromWhere.rawValue)
    }
    if !acquired.isEmpty { draft.fields["acquired"] = .object(acquired) }
  }

  /// Collections as they are, but for the three that say how far reading has come, and the one for all
  /// that is owned.
  mutating func readCollections() {
    let names = collections
    let words = names.map(Folding.words)
    let known = [Self.owned, Self.reading, Self.read, Self.toRead]
    draft.places = zip(names, words).filter { !known.contains($0.1) }
      .prefix(Limits.shelvesPerBookMax)
      .map { Draft.Place(shelf: $0.0.shortened(to: Library.Limits.nameLengthMax)) }
    if words.contains(Self.reading) {
      draft.fields["status"] = "reading"
    } else if bare(.finished) != nil || words.contains(Self.read) {
      draft.fields["status"] = "read"
    } else if bare(.started) != nil {
      draft.fields["status"] = "reading"
    } else if words.contains(Self.toRead) {
      draft.fields["status"] = "toRead"
    }
  }

  private static let owned = "your library"
  private static let reading = "currently reading"
  private static let read = "read but unowned"
  private static let toRead = "to read"

  private var collections: [String] {
    (row[.collections] ?? "").split(separator: ",").map(\.tidied).filter { !$0.isEmpty }
  }

  private var isOwned: Bool { collections.contains { Folding.words($0) == Self.owned } }

  /// `[2023-05-14]`, or several of them: a read-through for each day on which it was finished.
  mutating func readReadings() {
    let started = days(.started)
    let finished = days(.finished)
    // The one that is under way has no last day yet.
    let isPaired = (finished.count...finished.count + 1).contains(started.count)
    if !isPaired, !started.isEmpty, let text = bare(.started) {
      draft.keep(
        text, of: LibraryThingColumn.started.rawValue,
        because: "does not say which reading began on which day")
    }
    let dated = (0..<max(finished.count, isPaired ? started.count : 0)).map { position in
      ReadingHistory.Dated(
        started: isPaired ? started[position] : nil,
        finished: position < finished.count ? finished[position] : nil)
    }
    // Begun once more than ended, and after the last end: it is being read again, in whatever collection
    // it is.
    if isPaired, started.count > finished.count, let begun = started.last,
      let ended = finished.last, begun > ended
    {
      draft.fields["status"] = "reading"
    }
    draft.readings = ReadingHistory(
      dated: dated, counted: 0, status: draft.fields["status"]?.string)
  }

  private mutating func days(_ column: LibraryThingColumn) -> [String] {
    var days: [String] = []
    var known: Set<String> = []
    for text in (bare(column) ?? "").split(separator: ",").map(\.trimmed) where !text.isEmpty {
      guard let date = CalendarDate(text) else {
        draft.keep(
          bare(column) ?? text, of: column.rawValue, because: "is no date that Dogear reads")
        return []
      }
      if known.insert(date.text).inserted { days.append(date.text) }
    }
    return days
  }
}
