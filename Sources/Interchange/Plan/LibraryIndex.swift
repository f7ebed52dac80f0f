import Library

/// A snapshot that can be asked what an import asks of it, kept right while the plan grows.
struct LibraryIndex {
  /// A living book as titles are compared (BOOKS §5, rule 4).
  struct KnownTitle {
    var book: String
    var title: String
    var numbers: [String]
    var seriesNumbers: [Double]
  }

  private(set) var snapshot: LibrarySnapshot
  private var booksByIdentifier: [String: [String]] = [:]
  private var titlesByAuthor: [String: [KnownTitle]] = [:]
  private var shelvesByName: [String: String] = [:]
  private var readingsByBook: [String: [String]] = [:]

  init(_ snapshot: LibrarySnapshot) {
    self.snapshot = snapshot
    // In the order of ids, so that the same library always gives the same plan.
    for key in snapshot.entities.keys.sorted(by: { $0.id < $1.id }) {
      index(key)
      indexTitle(key)
    }
  }

  subscript(kind: String, id: String) -> LibraryEntity? { snapshot[kind, id] }

  /// The living books that carry `identifier`.
  func books(identifiedBy identifier: String) -> [LibraryEntity] {
    (booksByIdentifier[identifier] ?? []).compactMap { living("book", $0) }
  }

  /// The living books by the author with `key` that the library had before the plan: what the plan
  /// makes are other rows of the same file.
  func titles(by key: String) -> [KnownTitle] { titlesByAuthor[key] ?? [] }

  /// The living shelf with `name` in any spelling.
  func shelf(named name: String) -> String? {
    shelvesByName[Folding.name(name)].flatMap { living("shelf", $0)?.key.id }
  }

  /// The read-throughs of `book`, those in Trash included, in the order of their ids.
  func readings(of book: String) -> [LibraryEntity] {
    (readingsByBook[book] ?? []).compactMap { snapshot["reading", $0] }
  }

  /// Takes `change` into account for what is asked next.
  mutating func apply(_ change: Change) {
    snapshot.apply(change)
    index(change.entity)
  }

  private func living(_ kind: String, _ id: String) -> LibraryEntity? {
    guard let entity = snapshot[kind, id], !entity.isDeleted else { return nil }
    return entity
  }

  private mutating func index(_ key: EntityKey) {
    guard let entity = snapshot[key.kind, key.id] else { return }
    switch key.kind {
    case "book": indexBook(entity)
    case "shelf":
      guard !entity.isDeleted, let name = entity.fields["name"]?.string else { return }
      let folded = Folding.name(name)
      if shelvesByName[folded] == nil { shelvesByName[folded] = key.id }
    case "reading":
      guard let book = entity.fields["book"]?.string else { return }
      Self.insert(key.id, into: &readingsByBook[book, default: []])
    default: break
    }
  }

  private mutating func indexBook(_ entity: LibraryEntity) {
    guard !entity.isDeleted else { return }
    let id = entity.key.id
    for identifier in entity.sets["identifiers"]?.keys.sorted() ?? [] {
      Self.insert(id, into: &booksByIdentifier[identifier, default: []])
    }
  }

  private mutating func indexTitle(_ key: EntityKey) {
    guard let entity = living(key.kind, key.id), key.kind == "book",
      let title = entity.fields["title"]?.string,
      let author = TitleKey.author(of: entity.fields)
    else { return }
    let folded = TitleKey(title)
    titlesByAuthor[author, default: []].append(
      KnownTitle(
        book: key.id, title: folded.text, numbers: folded.numbers,
        seriesNumbers: TitleKey.seriesNumbers(of: entity.fields)))
  }

  private static func insert(_ id: String, into ids: inout [String]) {
    if !ids.contains(id) { ids.append(id) }
  }
}
