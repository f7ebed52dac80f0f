import Library

/// Makes a draft of a book out of a row of a LibraryThing export (BOOKS §3).
///
/// A value that does not fit its field is kept under `custom.` and its column's name, and noted.
struct LibraryThingBook {
  let row: TableRow<LibraryThingColumn>
  var draft: Draft

  /// What `row` says; nil when it has no title.
  static func draft(_ row: TableRow<LibraryThingColumn>) -> Draft? {
    guard let title = row[.title]?.tidied, !title.isEmpty else { return nil }
    var book = LibraryThingBook(row: row, draft: Draft(sourceId: sourceId(of: row)))
    book.readTitle(title)
    book.readContributors()
    book.readNumbers()
    book.readEdition()
    book.readOpinion()
    book.readOwnership()
    book.readCollections()
    book.readReadings()
    book.draft.readOthers(row.others)
    return book.draft
  }

  private static func sourceId(of row: TableRow<LibraryThingColumn>) -> String {
    if let id = row[.bookId], StableID.isPlain(id) { return id }
    let parts = [row[.bookId], row[.title], row[.primaryAuthor], row[.isbn]]
    return StableID.digest(of: parts)
  }

  /// A cell whose value stands in brackets, to keep spreadsheets from it.
  func bare(_ column: LibraryThingColumn) -> String? {
    guard let text = row[column]?.filter({ $0 != "[" && $0 != "]" }).trimmed else { return nil }
    return text.isEmpty ? nil : text
  }

  // MARK: The edition

  private mutating func readTitle(_ title: String) {
    let max = Library.Limits.titleLengthMax
    draft.fields["title"] = draft.line(title, of: LibraryThingColumn.title.rawValue, max: max)
    guard let text = row[.sortCharacter], let start = Int(text), start > 1 else { return }
    let sortTitle = title.dropFirst(start - 1).tidied
    guard !sortTitle.isEmpty else { return }
    draft.fields["sortTitle"] = draft.line(
      sortTitle, of: LibraryThingColumn.title.rawValue, max: max)
  }

  /// `Quill, Mara`, and beside her `Ash, Jon|Fenn, Ada` with a role for each.
  private mutating func readContributors() {
    let others = Self.list(row[.secondaryAuthors])
    let roles = Self.list(row[.secondaryRoles])
    var people: [(name: String, role: String)] = []
    if let author = row[.primaryAuthor]?.tidied {
      people.append((author, row[.primaryRole]?.tidied.lowercased() ?? "author"))
    }
    for (position, name) in others.enumerated() where !name.isEmpty {
      let role = position < roles.count ? roles[position].lowercased() : ""
      people.append((name, role.isEmpty ? "contributor" : role))
    }
    draft.setContributors(people.map { person($0.name, role: $0.role) })
  }

  private mutating func person(_ filed: String, role: String) -> JSONValue {
    let max = Library.Limits.titleLengthMax
    let name = PersonNames.spoken(filed)
    var person: JSONObject = [
      "name": draft.line(name, of: LibraryThingColumn.primaryAuthor.rawValue, max: max),
      "role": .string(role.shortened(to: Library.Limits.tagLengthMax)),
    ]
    if name != filed {
      person["sort"] = draft.line(filed, of: LibraryThingColumn.primaryAuthor.rawValue, max: max)
    }
    return .object(person)
  }

  private static func list(_ text: String?) -> [String] {
    (text ?? "").split(separator: "|", omittingEmptySubsequences: false).map(\.tidied)
  }

  /// The edition's number and others of the same edition; what is none of them says `ISBN` alone.
  private mutating func readNumbers() {
    if let text = bare(.isbn) { draft.readNumber(text, of: LibraryThingColumn.isbn.rawValue) }
    for text in (bare(.isbns) ?? "").split(separator: ",") {
      if let identifier = BookNumber.identifier(BookNumber.bare(text.trimmed)) {
        draft.identify(identifier)
      }
    }
  }

  private mutating func readEdition() {
    readPublication()
    if let text = row[.media], !["book", "paper book"].contains(text.lowercased()) {
      draft.readBinding(text, of: LibraryThingColumn.media.rawValue)
    }
    if let text = row[.pages] { draft.readPages(text, of: LibraryThingColumn.pages.rawValue) }
    let subjects = Self.list(row[.subjects]).filter { !$0.isEmpty }
    if !subjects.isEmpty {
      draft.fields["subjects"] = .array(
        subjects.prefix(Library.Limits.listLengthMax).map {
          .string($0.shortened(to: Library.Limits.nameLengthMax))
        })
    }
  }

  /// `Fen Press (2019), 312 pages`, and a date in whatever words the catalogue has.
  private mutating func readPublication() {
    if let text = row[.publication]?.tidied {
      if let year = text.firstIndex(of: "("), !text[..<year].tidied.isEmpty {
        draft.fields["publisher"] = draft.line(
          text[..<year].tidied, of: LibraryThingColumn.publication.rawValue)
      }
      draft.setCustom(LibraryThingColumn.publication.rawValue, .string(text))
    }
    guard let text = bare(.date), text != "?" else { return }
    if let date = CalendarDate(text) {
      draft.fields["published"] = .string(date.text)
    } else {
      draft.setCustom(LibraryThingColumn.date.rawValue, .string(text))
    }
  }
}
