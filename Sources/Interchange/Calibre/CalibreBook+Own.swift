import Library

/// Columns of a person's own. Calibre has none for how far they are with a book, and people make one: those
/// with the names that most give them are read, and the others become fields.
extension CalibreBook {
  /// Reads them all.
  mutating func readOwn(answers: StatusAnswers) {
    var others: [(name: String, text: String)] = []
    var dated = ReadingHistory.Dated()
    for (name, text) in row.others {
      switch Self.known[Folding.words(name).filter { $0 != " " }] {
      case .status?: draft.readOwnStatus(text.tidied, answers: answers)
      case .pages?: draft.readPages(text.trimmed, of: name)
      case .started?: dated.started = day(text, of: name)
      case .finished?: dated.finished = day(text, of: name)
      case nil: others.append((name, text))
      }
    }
    // A day of the end says what it is the end of.
    if draft.fields["status"] == nil, draft.unknownStatus == nil, dated.finished != nil {
      draft.fields["status"] = "read"
    }
    draft.readings = ReadingHistory(
      dated: dated == ReadingHistory.Dated() ? [] : [dated], counted: 0,
      status: draft.fields["status"]?.string)
    draft.readOthers(others)
  }

  private enum Own { case status, pages, started, finished }

  /// By what is left of the column's name without signs.
  private static let known: [String: Own] = [
    "read": .status, "status": .status, "readstatus": .status, "readingstatus": .status,
    "pages": .pages, "pagecount": .pages,
    "started": .started, "datestarted": .started, "startdate": .started,
    "finished": .finished, "datefinished": .finished, "finishdate": .finished,
    "dateread": .finished, "readdate": .finished, "lastread": .finished,
  ]

  private mutating func day(_ text: String, of column: String) -> String? {
    let day = CalibreDate.day(text.trimmed)
    if CalibreDate.isUnknown(day) { return nil }
    if let date = CalendarDate(day) { return date.text }
    draft.keep(text.trimmed, of: column, because: "is no day that Dogear reads")
    return nil
  }
}
