import Library

/// Makes a draft of a book out of a row of a table that a reader made, which has a title and an author in
/// columns of these names, and whatever else its maker thought of.
///
/// A value that does not fit its field is kept under `custom.` and its column's name, and noted.
struct SpreadsheetBook {
  let row: TableRow<SpreadsheetColumn>
  var draft: Draft

  /// What `row` says; nil when it has no title. `answers` are the person's for statuses that
  /// Dogear lacks.
  static func draft(_ row: TableRow<SpreadsheetColumn>, answers: StatusAnswers) -> Draft? {
    guard let title = row[.title]?.tidied, !title.isEmpty else { return nil }
    var book = SpreadsheetBook(row: row, draft: Draft(sourceId: sourceId(of: row)))
    book.draft.fields["title"] = book.draft.line(
      title, of: SpreadsheetColumn.title.rawValue, max: Library.Limits.titleLengthMax)
    book.readEdition()
    book.readOpinion()
    book.readStatus(answers: answers)
    book.readReading()
    book.draft.readOthers(row.others)
    return book.draft
  }

  /// Whether a table with these columns is of books.
  static func isTable(header: [String]) -> Bool {
    Set(header.compactMap { SpreadsheetColumn.byName[$0.trimmed.lowercased()] })
      .isSuperset(of: [.title, .author])
  }

  /// A digest of what tells the book apart: nobody numbers the rows of their own table for ever.
  private static func sourceId(of row: TableRow<SpreadsheetColumn>) -> String {
    StableID.digest(of: [row[.title], row[.author], row[.isbn13] ?? row[.isbn10]])
  }

  // MARK: The edition

  private mutating func readEdition() {
    if let text = row[.subtitle] {
      draft.fields["subtitle"] = draft.line(
        text, of: SpreadsheetColumn.subtitle.rawValue, max: Library.Limits.titleLengthMax)
    }
    if let text = row[.author] { readAuthors(text) }
    for column in [SpreadsheetColumn.isbn13, .isbn10] {
      if let text = row[column] { draft.readNumber(text, of: column.rawValue) }
    }
    if let text = row[.publisher] {
      draft.fields["publisher"] = draft.line(text, of: SpreadsheetColumn.publisher.rawValue)
    }
    if let text = row[.year] { readPublished(text) }
    if let text = row[.pages] { draft.readPages(text, of: SpreadsheetColumn.pages.rawValue) }
    if let text = row[.language] { readLanguages(text) }
    if let text = row[.format] { draft.readBinding(text, of: SpreadsheetColumn.format.rawValue) }
    if let text = row[.description] {
      draft.fields["description"] = draft.longText(
        text, of: SpreadsheetColumn.description.rawValue)
    }
    readSeries()
  }

  /// Names with a semicolon or an ampersand between them; one who is filed by the last name is turned
  /// round. A comma alone stands between two whole names, or within one.
  private mutating func readAuthors(_ text: String) {
    let parts = text.split { $0 == ";" || $0 == "&" }.map(\.tidied).filter { !$0.isEmpty }
    guard parts.count > 1 || Self.isFiled(text) else {
      return draft.readAuthors(text, of: SpreadsheetColumn.author.rawValue)
    }
    let names = parts.map { Self.isFiled($0) ? PersonNames.spoken($0) : $0 }
    draft.readAuthors(names, of: SpreadsheetColumn.author.rawValue)
  }

  /// `Tolkien, J. R. R.` and `García Márquez, Gabriel`, and not `Terry Pratchett, Neil Gaiman`: one of two
  /// sides is no whole name.
  private static func isFiled(_ text: String) -> Bool {
    let sides = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.split(separator: " ")
    }
    guard sides.count == 2, let first = sides.first, let last = sides.last,
      !first.isEmpty, let end = last.last
    else { return false }
    return first.count == 1 || last.count == 1 || end.hasSuffix(".")
  }

  private mutating func readPublished(_ text: String) {
    guard let date = Self.date(text) else {
      return draft.readYear(text, of: SpreadsheetColumn.year.rawValue)
    }
    draft.fields["published"] = .string(date.text)
  }

  private mutating func readLanguages(_ text: String) {
    let names = text.split { $0 == "," || $0 == ";" }.map(\.tidied)
    let tags = names.compactMap {
      LanguageCode.named($0) ?? LanguageCode.tag($0)
    }
    guard tags.count == names.count else {
      return draft.setCustom(SpreadsheetColumn.language.rawValue, .string(text))
    }
    draft.fields["languages"] = .array(
      tags.prefix(Library.Limits.listLengthMax).map(JSONValue.string))
  }

  private mutating func readSeries() {
    guard let name = row[.series]?.tidied else {
      if let text = row[.volume] {
        draft.setCustom(SpreadsheetColumn.volume.rawValue, .string(text))
      }
      return
    }
    var series: JSONObject = ["name": draft.line(name, of: SpreadsheetColumn.series.rawValue)]
    if let volume = row[.volume]?.tidied {
      let number = Self.number(volume).flatMap { $0.isFinite ? $0 : nil }
      if Self.isPlace(volume, number) {
        series["index"] = .string(volume)
        if let number, number >= 0 { series["number"] = JSONValue(number: number) }
      } else {
        draft.keep(
          volume, of: SpreadsheetColumn.volume.rawValue, because: "is no place in a series")
      }
    }
    draft.fields["series"] = [.object(series)]
  }

  /// Whether a series may have a book at `volume`, which is `number` where it is one.
  private static func isPlace(_ volume: String, _ number: Double?) -> Bool {
    volume.unicodeScalars.count <= Library.Limits.tagLengthMax
      && (number ?? 0).magnitude <= Library.Limits.seriesNumberMax
  }

  // MARK: The reader

  private mutating func readOpinion() {
    if let text = row[.rating] {
      // A comma stands for the point in most of Europe.
      draft.readRating(
        Self.number(text) == nil ? text : text.replacing(",", with: "."),
        of: SpreadsheetColumn.rating.rawValue)
    }
    if let text = row[.review] {
      draft.fields["review"] = draft.longText(text, of: SpreadsheetColumn.review.rawValue)
    }
    if let text = row[.notes] {
      draft.fields["note"] = draft.longText(text, of: SpreadsheetColumn.notes.rawValue)
    }
    if let text = row[.tags] { draft.readTags(text.split { $0 == "," || $0 == ";" }) }
    if let text = row[.shelves] { readShelves(text) }
    if let text = row[.added] {
      draft.readAdded(Self.date(text)?.text ?? text, of: SpreadsheetColumn.added.rawValue)
    }
  }

  private mutating func readShelves(_ text: String) {
    var known: Set<String> = []
    let names = text.split { $0 == "," || $0 == ";" }.map(\.tidied).filter {
      !$0.isEmpty && known.insert(Folding.name($0)).inserted
    }
    if names.count > Limits.shelvesPerBookMax {
      draft.notes.append("Only the first \(Limits.shelvesPerBookMax) shelves were read.")
    }
    draft.places = names.prefix(Limits.shelvesPerBookMax).map {
      Draft.Place(shelf: $0.shortened(to: Library.Limits.nameLengthMax))
    }
  }

  /// What stands under “Read” is a status, whether it was read, or when.
  private mutating func readStatus(answers: StatusAnswers) {
    guard let text = row[.status]?.tidied else { return }
    if row[.finished] == nil, Self.date(text) != nil { return }
    draft.readOwnStatus(text, answers: answers)
  }

  private mutating func readReading() {
    var dated = ReadingHistory.Dated()
    dated.started = row[.started].flatMap { day($0, of: .started) }
    if let text = row[.finished] {
      dated.finished = day(text, of: .finished)
    } else {
      dated.finished = row[.status].flatMap { Self.date($0)?.text }
    }
    if draft.fields["status"] == nil, draft.unknownStatus == nil {
      if dated.finished != nil {
        draft.fields["status"] = "read"
      } else if dated.started != nil {
        draft.fields["status"] = "reading"
      }
    }
    draft.readings = ReadingHistory(
      dated: dated == ReadingHistory.Dated() ? [] : [dated], counted: 0,
      status: draft.fields["status"]?.string)
  }

  private mutating func day(_ text: String, of column: SpreadsheetColumn) -> String? {
    if let date = Self.date(text) { return date.text }
    draft.keep(text, of: column.rawValue, because: "is no date that Dogear reads")
    return nil
  }

  // MARK: Cells

  /// A day as programs write it, with or without its time, or as `14.05.2023`, which has one meaning
  /// everywhere; `05/06/2023` has two.
  private static func date(_ text: String) -> CalendarDate? {
    let day = String(text.prefix { $0 != "T" && $0 != " " })
    let parts = day.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return CalendarDate(day) }
    return CalendarDate(parts.reversed().joined(separator: "-"))
  }

  private static func number(_ text: String) -> Double? { Double(text.replacing(",", with: ".")) }
}
