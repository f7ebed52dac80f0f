extension Schema {
  /// One thing a person tracks: an edition where they know it, and no work above it (BOOKS §5).
  static let book = KindSpec([
    "title": FieldSpec(title, isRequired: true),
    "subtitle": FieldSpec(titleLine),
    "originalTitle": FieldSpec(titleLine),
    "sortTitle": FieldSpec(titleLine),
    "contributors": FieldSpec(.list(contributor, max: Limits.listLengthMax)),
    "series": FieldSpec(.list(seriesEntry, max: Limits.listLengthMax)),
    "identifiers": FieldSpec(.set(.bookIdentifier, value: .any), .set),
    "publisher": FieldSpec(name),
    "published": FieldSpec(.partialDate),
    "originalYear": FieldSpec(year),
    "pages": FieldSpec(pages),
    "seconds": FieldSpec(seconds),
    "format": FieldSpec(format),
    "formatNote": FieldSpec(name),
    "languages": FieldSpec(.list(.languageTag, max: Limits.listLengthMax)),
    "description": FieldSpec(longText, .text, isAuthored: false),
    "subjects": FieldSpec(
      .list(.line(1...Limits.nameLengthMax), max: Limits.listLengthMax), isAuthored: false),
    "cover": FieldSpec(.identifier, isAuthored: false),
    "status": FieldSpec(.choice(statuses)),
    "rating": FieldSpec(rating),
    "review": FieldSpec(longText, .text),
    "spoiler": FieldSpec(.flag),
    "note": FieldSpec(longText, .text),
    "favourite": FieldSpec(.flag),
    "owned": FieldSpec(.integer(0...JSONValue.integerMax)),
    "acquired": FieldSpec(acquired),
    "added": FieldSpec(.integer(0...JSONValue.integerMax)),
    "tags": FieldSpec(.set(.tag, value: .any), .set),
    "shelves": FieldSpec(
      .set(.entity, value: .object([.init("position", .fractionalKey)])), .set),
    "workKey": FieldSpec(name),
  ])

  /// How far a person may be with a book.
  public static let statuses = ["toRead", "reading", "paused", "read", "abandoned"]

  // MARK: Types that several kinds share

  static let title = FieldType.line(1...Limits.titleLengthMax)
  static let titleLine = FieldType.line(0...Limits.titleLengthMax)
  static let name = FieldType.line(0...Limits.nameLengthMax)
  static let longText = FieldType.longText(max: Limits.longTextLengthMax)
  static let year = FieldType.integer(Limits.years)
  static let pages = FieldType.integer(1...100_000)
  static let seconds = FieldType.integer(1...JSONValue.integerMax)
  /// Hundredths of a star: they hold quarter stars, and scales to 10 and to 50.
  static let rating = FieldType.integer(1...500)
  static let format = FieldType.choice(["hardcover", "paperback", "ebook", "audiobook", "other"])

  private static let contributor = FieldType.object([
    .init("name", .line(1...Limits.titleLengthMax), isRequired: true),
    .init("sort", .line(0...Limits.titleLengthMax)),
    .init("role", .line(0...Limits.tagLengthMax)),
  ])

  private static let seriesEntry = FieldType.object([
    .init("name", .line(1...Limits.titleLengthMax), isRequired: true),
    .init("index", .line(0...Limits.tagLengthMax)),
    .init("number", .number(-Limits.seriesNumberMax...Limits.seriesNumberMax)),
  ])

  private static let acquired = FieldType.object([
    .init("date", .partialDate),
    .init("place", name),
    .init("price", .amount),
    .init("currency", .currency),
    .init("condition", name),
  ])
}
