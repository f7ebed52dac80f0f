import Library

/// Makes a draft of a book out of a row of an Openreads export (BOOKS §3).
///
/// A value that does not fit its field is kept under `custom.` and its column's name, and noted.
struct OpenreadsBook {
  let row: TableRow<OpenreadsColumn>
  var draft: Draft

  /// What `row` says; nil when it has no title. `answers` are the person's for statuses that
  /// Dogear lacks.
  static func draft(_ row: TableRow<OpenreadsColumn>, answers: StatusAnswers) -> Draft? {
    guard let title = row[.title]?.tidied, !title.isEmpty else { return nil }
    var book = OpenreadsBook(row: row, draft: Draft(sourceId: sourceId(of: row)))
    book.draft.fields["title"] = book.draft.line(
      title, of: OpenreadsColumn.title.rawValue, max: Library.Limits.titleLengthMax)
    book.readEdition()
    book.readOpinion()
    book.readStatus(answers: answers)
    book.readReadings()
    book.draft.isInTrash = row[.deleted]?.lowercased() == "true"
    book.draft.readOthers(row.others)
    return book.draft
  }

  /// Openreads exports no number of its own: a digest of what tells the book apart.
  private static func sourceId(of row: TableRow<OpenreadsColumn>) -> String {
    let parts = [row[.title], row[.author], row[.isbn] ?? row[.openLibraryKey]]
    return StableID.digest(of: parts)
  }

  private mutating func readEdition() {
    if let text = row[.subtitle] {
      draft.fields["subtitle"] = draft.line(
        text, of: OpenreadsColumn.subtitle.rawValue, max: Library.Limits.titleLengthMax)
    }
    if let text = row[.author] { draft.readAuthors(text, of: OpenreadsColumn.author.rawValue) }
    if let text = row[.isbn] { draft.readNumber(text, of: OpenreadsColumn.isbn.rawValue) }
    if let text = row[.openLibraryKey] {
      draft.readOpenLibraryKey(text, of: OpenreadsColumn.openLibraryKey.rawValue)
    }
    if let text = row[.pages] { draft.readPages(text, of: OpenreadsColumn.pages.rawValue) }
    if let text = row[.year] { draft.readYear(text, of: OpenreadsColumn.year.rawValue) }
    if let text = row[.format] { draft.readBinding(text, of: OpenreadsColumn.format.rawValue) }
    readText(.description, as: "description")
  }

  private mutating func readOpinion() {
    if row[.favourite]?.lowercased() == "true" { draft.fields["favourite"] = true }
    if let text = row[.rating] { draft.readRating(text, of: OpenreadsColumn.rating.rawValue) }
    if let text = row[.review] { draft.readReview(text, of: OpenreadsColumn.review.rawValue) }
    readText(.notes, as: "note")
    if let text = row[.tags] { draft.readTags(text.split(separator: "|||||")) }
    if let text = row[.added] {
      draft.readAdded(Self.day(text), of: OpenreadsColumn.added.rawValue)
    }
  }

  private mutating func readText(_ column: OpenreadsColumn, as field: String) {
    guard let text = row[column] else { return }
    let plain = Markup(html: text).text
    if !plain.isEmpty { draft.fields[field] = draft.longText(plain, of: column.rawValue) }
  }

  private mutating func readStatus(answers: StatusAnswers) {
    guard let name = row[.status]?.tidied, name != "unknown" else { return }
    if let status = Self.statuses[name.lowercased()] {
      draft.fields["status"] = .string(status)
    } else {
      let shelf = Draft.Place(shelf: name.shortened(to: Library.Limits.nameLengthMax))
      draft.readStatus(name, answers: answers, shelf: shelf)
    }
  }

  private static let statuses = [
    "planned": "toRead", "in_progress": "reading", "finished": "read", "abandoned": "abandoned",
  ]

  /// `first day|last day|milliseconds`, separated by semicolons. Days stand there as midnights of nobody's
  /// time zone; how long it took stays in the kept row.
  private mutating func readReadings() {
    let status = draft.fields["status"]?.string
    var dated: [ReadingHistory.Dated] = []
    var known: Set<ReadingHistory.Dated> = []
    var datelessCount = 0
    var unread: [Substring] = []
    for text in (row[.readings] ?? "").split(separator: ";") {
      let parts = text.split(separator: "|", omittingEmptySubsequences: false).map {
        String($0).trimmed
      }
      let days = parts.prefix(2).map { CalendarDate(Self.day($0))?.text }
      guard parts.count == 3, zip(parts, days).allSatisfy({ $0.isEmpty || $1 != nil }) else {
        unread.append(text)
        continue
      }
      let reading = ReadingHistory.Dated(started: days[0], finished: days[1])
      if reading == ReadingHistory.Dated() {
        // An empty one stands for a reading where the book was read, or somebody took the time.
        if status == "read" || !parts[2].isEmpty { datelessCount += 1 }
      } else if known.insert(reading).inserted {
        dated.append(reading)
      }
    }
    if !unread.isEmpty {
      draft.keep(
        unread.joined(separator: ";"), of: OpenreadsColumn.readings.rawValue,
        because: "is no list of readings that Dogear reads")
    }
    if dated.count + datelessCount > Limits.readingsPerBookMax {
      draft.notes.append("Only \(Limits.readingsPerBookMax) readings were read.")
    }
    // All are over, also where the last day is not known, but for the one that goes on.
    let isOver = status == "read" || status == "abandoned"
    let goesOn = !isOver && dated.contains { $0.finished == nil }
    let overCount = dated.count + datelessCount - (goesOn ? 1 : 0)
    draft.readings = ReadingHistory(dated: dated, counted: overCount, status: status)
  }

  /// The day of `2023-04-02T00:00:00.000`.
  private static func day(_ text: String) -> String { String(text.prefix { $0 != "T" }) }
}
