extension Schema {
  /// One read-through of a book. Its dates and outcome are one group: they are told together.
  static let reading = KindSpec([
    "book": FieldSpec(.identifier),
    "span": FieldSpec(
      .object([
        .init("started", .partialDate),
        .init("finished", .partialDate),
        .init("outcome", .choice(["reading", "read", "abandoned"])),
      ]), .group),
    "rating": FieldSpec(rating),
    "format": FieldSpec(format),
    "pages": FieldSpec(pages),
    "seconds": FieldSpec(seconds),
  ])

  /// How far one device has come in one reading; its id is `READING~DEVICE`.
  static let progress = KindSpec(
    [
      "unit": FieldSpec(.choice(["page", "percent", "seconds"]), .singleWriter, isAuthored: false),
      "value": FieldSpec(measure, .singleWriter, isAuthored: false),
      "total": FieldSpec(measure, .singleWriter, isAuthored: false),
      "fraction": FieldSpec(.number(0...1), .singleWriter, isAuthored: false),
      "at": FieldSpec(.integer(0...JSONValue.integerMax), .singleWriter, isAuthored: false),
      // On which a place was noted, by the calendar of whoever noted it (`ReadingDays`).
      daysField: FieldSpec(.set(.day, value: .any), .set, isAuthored: false),
      // In the words of a reading program, which no other understands: the last of each file first.
      "marks": FieldSpec(.list(mark, max: Limits.marksMax), .singleWriter, isAuthored: false),
    ], isNamedByPair: true)

  private static let mark = FieldType.object([
    .init("document", .line(1...Limits.nameLengthMax), isRequired: true),
    .init("place", .line(0...Limits.titleLengthMax)),
    .init("fraction", .number(0...1)),
    .init("device", name),
    .init("deviceId", name),
    .init("at", .integer(0...JSONValue.integerMax)),
  ])

  /// A shelf; the books that stand on it say so themselves.
  static let shelf = KindSpec([
    "name": FieldSpec(.line(1...Limits.nameLengthMax)),
    "description": FieldSpec(longText),
    "position": FieldSpec(.fractionalKey),
    "exclusive": FieldSpec(name),
    // Whose books are those that meet it, and nobody puts any there: `{q, filters, author}`, a search, of
    // each facet the values of which a book needs one or may have none (*Kinds and fields*), and a name.
    "rule": FieldSpec(.anyObject),
    // `{added: {by, at}, deleted: {by, at}}`, while it is in Trash with a book that was put on it
    // meanwhile.
    recoveredField: FieldSpec(.anyObject, .server, isAuthored: false),
  ])

  /// Something a person wrote down, or marked, in a book.
  static let note = KindSpec([
    "book": FieldSpec(.identifier),
    "form": FieldSpec(.choice(["note", "quote", "highlight"])),
    "text": FieldSpec(longText, .text),
    "location": FieldSpec(name),
  ])

  /// A book lent or borrowed.
  static let loan = KindSpec([
    "book": FieldSpec(.identifier),
    "person": FieldSpec(name),
    "direction": FieldSpec(.choice(["lent", "borrowed"])),
    "out": FieldSpec(.partialDate),
    "due": FieldSpec(.partialDate),
    "back": FieldSpec(.partialDate),
  ])

  /// What a person means to read in a year.
  static let goal = KindSpec([
    "year": FieldSpec(year),
    "metric": FieldSpec(.choice(["books", "pages", "hours"])),
    "target": FieldSpec(.integer(1...JSONValue.integerMax)),
  ])

  /// One row of an imported file as it came, and what became of it.
  static let importRow = KindSpec(
    [
      "batch": FieldSpec(.identifier, .server, isAuthored: false),
      "source": FieldSpec(name, .server, isAuthored: false),
      "sourceId": FieldSpec(name, .server, isAuthored: false),
      "raw": FieldSpec(.any, .server, isAuthored: false),
      "outcome": FieldSpec(name, .server, isAuthored: false),
      // The book that came of it, and the one it is to be compared with.
      "book": FieldSpec(.identifier, .server, isAuthored: false),
      "twin": FieldSpec(.identifier, .server, isAuthored: false),
    ], isServers: true)

  /// Two concurrent unequal writes of one field, both kept (SYNC §2).
  static let conflict = KindSpec(
    [
      "entity": FieldSpec(.anyObject, .server, isAuthored: false),
      "field": FieldSpec(.any, .server, isAuthored: false),
      "element": FieldSpec(.any, .server, isAuthored: false),
      "kept": FieldSpec(.anyObject, .server, isAuthored: false),
      "lost": FieldSpec(.anyObject, .server, isAuthored: false),
    ], isServers: true)

  /// One book under two ids, named by the id `from`, which stands for `to` (SYNC §2, *same book created
  /// twice*). `notice` is true until somebody has seen it; deleting the record keeps both books.
  static let alias = KindSpec(
    [
      "from": FieldSpec(.identifier, .server, isAuthored: false),
      "to": FieldSpec(.identifier, .server, isAuthored: false),
      "identifier": FieldSpec(.line(0...Limits.elementLengthMax), .server, isAuthored: false),
      "by": FieldSpec(.identifier, .server, isAuthored: false),
      "at": FieldSpec(.integer(0...JSONValue.integerMax), .server, isAuthored: false),
      noticeField: FieldSpec(.flag, .server, isAuthored: false),
    ], isServers: true)

  private static let measure = FieldType.number(0...Double(JSONValue.integerMax))
}
