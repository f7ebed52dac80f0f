import Library

/// An edition's own record (BOOKS §3, Open Library dump), whose people are named by its work.
struct OpenLibraryEdition: Sendable {
  /// The work that it is an edition of.
  let work: OpenLibraryID?
  private let id: OpenLibraryID
  private let fields: CheckedFields
  private let contributors: [(name: String, role: String)]
  private let identifiers: [String]
  private let isbns: [String]

  /// Reads a record; nil where it says nothing of a book. `isbn` is the number that led to it.
  init?(json: JSONValue, isbn: String?) {
    guard let id = OpenLibraryID(key: json["key"]?.string), id.kind == .edition else { return nil }
    self.id = id
    let works = json["works"]?.array ?? []
    work = works.lazy.compactMap { OpenLibraryID(key: $0["key"]?.string) }
      .first { $0.kind == .work }
    fields = Self.fields(json, of: work)
    guard fields.hasTitle else { return nil }
    contributors = (json["contributors"]?.array ?? []).prefix(Library.Limits.listLengthMax)
      .compactMap { person in
        guard let name = Cleaned.text(person["name"], max: Library.Limits.titleLengthMax) else {
          return nil
        }
        let role = Cleaned.text(person["role"], max: Library.Limits.tagLengthMax)?.lowercased()
        return (name, role ?? "contributor")
      }
    isbns = Cleaned.unique(
      [isbn].compactMap(\.self) + Cleaned.isbns(json["isbn_13"]) + Cleaned.isbns(json["isbn_10"]))
    identifiers =
      isbns.map { "isbn:\($0)" } + ["olid:\(id.text)"]
      + Cleaned.lines(json["identifiers"]?["goodreads"], max: Library.Limits.nameLengthMax)
      .prefix(Limits.identifiersOfKindMax).map { "goodreads:\($0)" }
  }

  /// The book: what stands here, and what `found`, its work, knows.
  func book(of found: OpenLibraryWork?) -> FoundBook? {
    var fields = fields
    let people = Contributors(authors: found?.authors ?? [], others: contributors)
    fields.set("contributors", people.json)
    fields.set("originalYear", found?.firstYear)
    return fields.book(id, identifiers: identifiers, isbns: isbns)
  }

  private static func fields(_ json: JSONValue, of work: OpenLibraryID?) -> CheckedFields {
    let (line, name) = (Library.Limits.titleLengthMax, Library.Limits.nameLengthMax)
    var fields = CheckedFields()
    fields.set("title", title(json))
    fields.set("subtitle", Cleaned.line(json["subtitle"], max: line))
    fields.set("originalTitle", Cleaned.line(json["translation_of"], max: line))
    fields.set(
      "publisher", Cleaned.lines(json["publishers"], max: name).first.map(JSONValue.string))
    let published = json["publish_date"]?.string.flatMap(PublicationDate.init)
    fields.set("published", published.map { .string($0.text) })
    fields.set("pages", json["number_of_pages"])
    let languages = (json["languages"]?.array ?? []).compactMap { language in
      language["key"]?.string?.split(separator: "/").last.map(String.init)
    }
    fields.set("languages", Languages.json(languages))
    fields.set("description", Cleaned.longText(json["description"]))
    fields.set("subjects", Cleaned.list(Cleaned.lines(json["subjects"], max: name)))
    let series = Cleaned.lines(json["series"], max: line).map { SeriesName($0).json }
    fields.set("series", series.isEmpty ? nil : .array(series))
    if let binding = Cleaned.text(json["physical_format"], max: name),
      let format = BookFormat(binding)
    {
      fields.set("format", .string(format.rawValue))
      if format == .other { fields.set("formatNote", .string(binding)) }
    }
    if let work { fields.set("workKey", .string(work.text)) }
    return fields
  }

  /// `title`, with the article that older records keep apart.
  private static func title(_ json: JSONValue) -> JSONValue? {
    let max = Library.Limits.titleLengthMax
    guard let title = Cleaned.text(json["title"], max: max) else { return nil }
    guard let prefix = Cleaned.text(json["title_prefix"], max: max) else { return .string(title) }
    let joint = prefix.hasSuffix("'") || prefix.hasSuffix("’") ? "" : " "
    return Cleaned.line(.string(prefix + joint + title), max: max)
  }
}
