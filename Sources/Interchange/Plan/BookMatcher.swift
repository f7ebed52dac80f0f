import Library

/// Which book of the library a row is about: the rules of BOOKS §5, in their order.
struct BookMatcher {
  enum Match: Hashable {
    /// No book of the library.
    case none
    /// This one.
    case same(book: String)
    /// Perhaps this one: a person decides. `reason` completes "It may be “…” already here: ".
    case maybe(book: String, reason: String)
    /// A book that its owner put into Trash, or purged.
    case trashed(book: String)
  }

  /// The ids of all books in the file: rows of one file are different books unless they share the
  /// id itself or the ISBN.
  private let sourceIds: Set<String>
  /// The ids that this import gives the books of this file.
  private let sourceStables: Set<String>

  init(source: String, sourceIds: Set<String>) {
    self.sourceIds = sourceIds
    sourceStables = Set(sourceIds.map { StableID.make(source: source, sourceId: $0) })
  }

  /// The book that `draft` is about. `stable` is the id that the import gives its own books.
  func match(_ draft: Draft, source: String, stable: String, in library: LibraryIndex) -> Match {
    // Rule 1: the same source and id, whatever the book was joined with since.
    let standing = library.standing(forBook: stable)
    if let own = library["book", standing] {
      return own.isDeleted ? .trashed(book: standing) : .same(book: standing)
    }
    let marks = draft.identifiers
    for identifier in marks.filter({ $0.hasPrefix("\(source):") }) {
      if let book = library.books(identifiedBy: identifier).first(where: { _ in true }) {
        return .same(book: book.key.id)
      }
    }
    // Rule 2, the ISBN, then rule 3, any other id.
    let title = TitleKey(draft.title)
    for identifier in marks.sorted(by: { $0.hasPrefix("isbn:") && !$1.hasPrefix("isbn:") }) {
      for book in library.books(identifiedBy: identifier)
      where library.titleKey(of: book) == title || !isAnotherRow(book, of: source) {
        return .same(book: book.key.id)
      }
    }
    return matchTitle(draft, title, source: source, in: library)
  }

  /// Rule 4: title and author.
  private func matchTitle(
    _ draft: Draft, _ key: TitleKey, source: String, in library: LibraryIndex
  ) -> Match {
    guard !key.text.isEmpty else { return .none }
    let numbers = TitleKey.seriesNumbers(of: draft.fields)
    guard let author = TitleKey.author(of: draft.fields) else {
      return matchAuthorless(draft, key, numbers, source: source, in: library)
    }
    var closest: (book: LibraryEntity, ratio: Double)?
    for known in library.titles(by: author).prefix(Limits.comparedTitleCountMax)
    where known.numbers == key.numbers {
      guard let book = library["book", known.book], !isAnotherRow(book, of: source) else {
        continue
      }
      let ratio = Similarity.ratio(known.title, key.text)
      if ratio == 1, isUndisputed(draft, book), agrees(numbers, known.seriesNumbers) {
        return .same(book: known.book)
      }
      if ratio >= Limits.similarTitleRatio, ratio > closest?.ratio ?? 0 { closest = (book, ratio) }
    }
    guard let closest else { return .none }
    return .maybe(book: closest.book.key.id, reason: reason(draft, closest.book, closest.ratio))
  }

  /// A book that names no author is the one other that names none and has the same title: so what was
  /// exported comes back to where it was. Of several nothing says which, and a title that is only like it
  /// says too little.
  private func matchAuthorless(
    _ draft: Draft, _ key: TitleKey, _ numbers: [Double], source: String, in library: LibraryIndex
  ) -> Match {
    let known = library.authorless(titled: key)
    guard known.count == 1, let known = known.first, let book = library["book", known.book],
      !isAnotherRow(book, of: source), isUndisputed(draft, book),
      agrees(numbers, known.seriesNumbers)
    else { return .none }
    return .same(book: known.book)
  }

  /// A title merges books by itself only where the row brings no ISBN, which would have matched,
  /// and no other row of the same source is known of the book.
  private func isUndisputed(_ draft: Draft, _ book: LibraryEntity) -> Bool {
    guard draft.isbn == nil else { return false }
    let source = draft.identifiers.first { !$0.hasPrefix("isbn:") && !$0.hasPrefix("asin:") }
    guard let prefix = source?.prefix(while: { $0 != ":" }) else { return true }
    return !(book.sets["identifiers"] ?? [:]).keys.contains { $0.hasPrefix(prefix + ":") }
  }

  private func agrees(_ left: [Double], _ right: [Double]) -> Bool {
    left.isEmpty || right.isEmpty || left == right
  }

  /// Whether `book` came from, or is also, another row of this very file.
  private func isAnotherRow(_ book: LibraryEntity, of source: String) -> Bool {
    if sourceStables.contains(book.key.id) { return true }
    let prefix = "\(source):"
    return (book.sets["identifiers"] ?? [:]).keys.contains {
      $0.hasPrefix(prefix) && sourceIds.contains(String($0.dropFirst(prefix.count)))
    }
  }

  private func reason(_ draft: Draft, _ book: LibraryEntity, _ ratio: Double) -> String {
    if ratio < 1 { return "the titles are nearly the same." }
    if draft.isbn != nil { return "the title is the same, and the ISBN is not." }
    let numbers = TitleKey.seriesNumbers(of: draft.fields)
    if !agrees(numbers, TitleKey.seriesNumbers(of: book.fields)) {
      return "the title is the same, and the place in the series is not."
    }
    return "the title is the same, and its number at the service it comes from is not."
  }
}
