import Library

/// Makes a draft of a book out of a row of a catalogue that Calibre wrote as CSV (BOOKS §3).
///
/// A value that does not fit its field is kept under `custom.` and its column's name, and noted.
struct CalibreBook {
  let row: TableRow<CalibreColumn>
  var draft: Draft

  /// What `row` says; nil when it has no title. `answers` are the person's for statuses that
  /// Dogear lacks.
  static func draft(_ row: TableRow<CalibreColumn>, answers: StatusAnswers) -> Draft? {
    guard let title = row[.title]?.tidied, !title.isEmpty else { return nil }
    var book = CalibreBook(row: row, draft: Draft(sourceId: sourceId(of: row)))
    book.draft.fields["title"] = book.draft.line(
      title, of: CalibreColumn.title.rawValue, max: Library.Limits.titleLengthMax)
    book.readPeople()
    book.readEdition()
    book.readNumbers()
    book.readOpinion()
    book.readOwn(answers: answers)
    return book.draft
  }

  /// The book's UUID, which it keeps for ever; without one, what tells it apart: its number in a library, or
  /// a digest of the book.
  private static func sourceId(of row: TableRow<CalibreColumn>) -> String {
    if let uuid = row[.uuid] { return StableID.digest(uuid.lowercased()) }
    let parts =
      row[.library] != nil && row[.number] != nil
      ? [row[.library], row[.number]] : [row[.title], row[.authors], row[.isbn]]
    return StableID.digest(of: parts)
  }

  /// Names are joined by ` & `, and filed ones in the same order.
  private mutating func readPeople() {
    let names = Self.people(row[.authors] ?? row[.authorSort].map(Self.spoken))
    let filed = Self.people(row[.authorSort])
    draft.setContributors(
      names.enumerated().map { position, name in
        let column = CalibreColumn.authors.rawValue
        var person: JSONObject = [
          "name": draft.line(name, of: column, max: Library.Limits.titleLengthMax),
          "role": "author",
        ]
        if filed.count == names.count, filed[position] != name {
          person["sort"] = draft.line(
            filed[position], of: CalibreColumn.authorSort.rawValue,
            max: Library.Limits.titleLengthMax)
        }
        return .object(person)
      })
  }

  private static func people(_ text: String?) -> [String] {
    var known: Set<String> = []
    return (text ?? "").split(separator: "&").map(\.tidied).filter {
      !$0.isEmpty && known.insert($0).inserted
    }
  }

  private static func spoken(_ filed: String) -> String {
    people(filed).map(PersonNames.spoken).joined(separator: "&")
  }

  private mutating func readEdition() {
    readTitleSort()
    if let text = row[.publisher] {
      draft.fields["publisher"] = draft.line(text, of: CalibreColumn.publisher.rawValue)
    }
    if let text = row[.published] { readPublished(text) }
    if let text = row[.languages] { readLanguages(text) }
    if let text = row[.formats] { readFormats(text) }
    if let text = row[.comments] {
      let plain = Markup(html: text).text
      if !plain.isEmpty {
        draft.fields["description"] = draft.longText(plain, of: CalibreColumn.comments.rawValue)
      }
    }
    if let name = row[.series]?.tidied, !name.isEmpty {
      var series: JSONObject = ["name": draft.line(name, of: CalibreColumn.series.rawValue)]
      if let text = row[.seriesIndex]?.trimmed {
        if let number = Double(text), (0...Library.Limits.seriesNumberMax).contains(number) {
          series["index"] = .string(JSONValue(number: number).canonicalText)
          series["number"] = JSONValue(number: number)
        } else {
          draft.keep(
            text, of: CalibreColumn.seriesIndex.rawValue, because: "is no place in a series")
        }
      }
      draft.fields["series"] = [.object(series)]
    }
  }

  /// Calibre files every title by itself, with its article behind it, as Dogear does: only what somebody
  /// wrote is something to keep.
  private mutating func readTitleSort() {
    guard let sort = row[.titleSort]?.tidied, !sort.isEmpty else { return }
    func words(_ text: String) -> [Substring] { Folding.words(text).split(separator: " ").sorted() }
    guard words(sort) != words(draft.title) else { return }
    draft.fields["sortTitle"] = draft.line(
      sort, of: CalibreColumn.titleSort.rawValue, max: Library.Limits.titleLengthMax)
  }

  /// A moment; its day is taken as it stands there. One of the year 101 says that it is not known.
  private mutating func readPublished(_ text: String) {
    let day = CalibreDate.day(text)
    if let date = CalendarDate(day) {
      if !CalibreDate.isUnknown(day) { draft.fields["published"] = .string(date.text) }
    } else {
      draft.keep(text, of: CalibreColumn.published.rawValue, because: "is no day that Dogear reads")
    }
  }

  private mutating func readLanguages(_ text: String) {
    let codes = text.split(separator: ",").map(\.tidied).filter { !$0.isEmpty }
    let tags = codes.compactMap(LanguageCode.tag)
    if !tags.isEmpty {
      draft.fields["languages"] = .array(
        tags.prefix(Library.Limits.listLengthMax).map(JSONValue.string))
    }
    let unknown = codes.filter { LanguageCode.tag($0) == nil && $0.lowercased() != "und" }
    if !unknown.isEmpty {
      draft.keep(
        unknown.joined(separator: ", "), of: CalibreColumn.languages.rawValue,
        because: "is no language that Dogear knows")
    }
  }

  /// What files there are of the book: `epub, mobi`.
  private mutating func readFormats(_ text: String) {
    let formats = text.split(separator: ",").map { $0.tidied.lowercased() }.filter { !$0.isEmpty }
    guard !formats.isEmpty else { return }
    let isSpoken = formats.allSatisfy(Self.spokenFormats.contains)
    draft.fields["format"] = isSpoken ? "audiobook" : "ebook"
    draft.fields["formatNote"] = draft.line(
      formats.joined(separator: ", ").uppercased(), of: CalibreColumn.formats.rawValue)
  }

  private static let spokenFormats: Set<String> = [
    "aac", "flac", "m4a", "m4b", "mp3", "ogg", "opus", "wav",
  ]

  private mutating func readOpinion() {
    if let text = row[.rating] { draft.readRating(text, of: CalibreColumn.rating.rawValue) }
    if let text = row[.tags] { draft.readTags(text.split(separator: ",")) }
    if let text = row[.added], !CalibreDate.isUnknown(text) {
      draft.readAdded(CalibreDate.day(text), of: CalibreColumn.added.rawValue)
    }
  }
}

/// How Calibre writes moments: `2022-11-02T22:41:16+01:00`.
enum CalibreDate {
  static func day(_ text: String) -> String { String(text.prefix { $0 != "T" && $0 != " " }) }

  /// Calibre's word for "never": a day of the year 101.
  static func isUnknown(_ text: String) -> Bool {
    text.hasPrefix("0101-") || text.hasPrefix("101-")
  }
}
