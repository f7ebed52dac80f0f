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
  /// The folded titles of the books that carry an identifier: folding takes longer than comparing.
  private var titleKeys: [String: TitleKey] = [:]
  private var titlesByAuthor: [String: [KnownTitle]] = [:]
  private var authorless: [TitleKey: [KnownTitle]] = [:]
  private var shelvesByName: [String: String] = [:]
  private var readingsByBook: [String: [String]] = [:]

  init(_ snapshot: LibrarySnapshot) {
    self.snapshot = snapshot
    // In the order of ids, so that the same library always gives the same plan.
    for key in snapshot.entities.keys.sorted(by: { $0.id < $1.id }) {
      guard let entity = snapshot[key.kind, key.id] else { continue }
      index(entity, identifiers: entity.sets["identifiers"], isOfBook: true)
      indexTitle(key)
    }
  }

  subscript(kind: String, id: String) -> LibraryEntity? { snapshot[kind, id] }

  /// The book in which the book `id` is found today.
  func standing(forBook id: String) -> String { snapshot.standing(forBook: id) }

  /// The first living books that carry `identifier`, or for which another that does stands, as many as a
  /// row is compared with.
  func books(identifiedBy identifier: String) -> some Sequence<LibraryEntity> {
    (booksByIdentifier[identifier] ?? []).lazy.compactMap { living("book", $0) }
  }

  /// The folded title of a book that carries an identifier.
  func titleKey(of book: LibraryEntity) -> TitleKey {
    titleKeys[book.key.id] ?? TitleKey(book.fields["title"]?.string ?? "")
  }

  /// The living books by the author with `key` that the library had before the plan: what the plan
  /// makes are other rows of the same file.
  func titles(by key: String) -> [KnownTitle] { titlesByAuthor[key] ?? [] }

  /// The same of those that name no author and have this title.
  func authorless(titled key: TitleKey) -> [KnownTitle] { authorless[key] ?? [] }

  /// The living shelf with `name` in any spelling.
  func shelf(named name: String) -> String? {
    shelvesByName[Folding.name(name)].flatMap { living("shelf", $0)?.key.id }
  }

  /// The read-throughs of `book` and of those that stand for it, those in Trash included, in the order of
  /// their ids.
  func readings(of book: String) -> [LibraryEntity] {
    (readingsByBook[book] ?? []).compactMap { snapshot["reading", $0] }
  }

  /// Takes `change` into account for what is asked next.
  mutating func apply(_ change: Change) {
    let key = change.entity
    let before = snapshot[key.kind, key.id]
    snapshot.apply(change)
    guard let entity = snapshot[key.kind, key.id] else { return }
    // A book may have taken in many rows: only what is new of it is gone through.
    let isListed = before.map { !$0.isDeleted } ?? false
    if change.set["title"] != nil { titleKeys[key.id] = nil }
    index(
      entity, identifiers: isListed ? change.add["identifiers"] : entity.sets["identifiers"],
      isOfBook: before?.fields["book"] != entity.fields["book"])
  }

  private func living(_ kind: String, _ id: String) -> LibraryEntity? {
    guard let entity = snapshot[kind, id], !entity.isDeleted else { return nil }
    return entity
  }

  /// Lists `entity`: a book under those of its `identifiers` that are new, a read-through if it is of
  /// its book only now (`isOfBook`).
  private mutating func index(
    _ entity: LibraryEntity, identifiers: JSONObject?, isOfBook: Bool
  ) {
    switch entity.key.kind {
    case "book": indexBook(entity, identifiers ?? [:])
    case "shelf":
      // A shelf with a rule shows what meets it: nothing is put there.
      guard !entity.isDeleted, entity.fields["rule"].map({ $0 == .null }) ?? true,
        let name = entity.fields["name"]?.string
      else { return }
      let folded = Folding.name(name)
      if shelvesByName[folded] == nil { shelvesByName[folded] = entity.key.id }
    case "reading":
      guard isOfBook, let book = entity.fields["book"]?.string else { return }
      readingsByBook[standing(forBook: book), default: []].append(entity.key.id)
    default: break
    }
  }

  /// A book that stands for another keeps its numbers: they are found as the other's.
  private mutating func indexBook(_ entity: LibraryEntity, _ identifiers: JSONObject) {
    guard !entity.isDeleted else { return }
    let id = standing(forBook: entity.key.id)
    guard let book = id == entity.key.id ? entity : snapshot["book", id] else { return }
    for identifier in identifiers.keys {
      let books = booksByIdentifier[identifier] ?? []
      guard books.count < Limits.comparedTwinCountMax, !books.contains(id) else { continue }
      booksByIdentifier[identifier, default: []].append(id)
      if titleKeys[id] == nil { titleKeys[id] = titleKey(of: book) }
    }
  }

  private mutating func indexTitle(_ key: EntityKey) {
    // A book that stands for another is none to be found.
    guard let entity = living(key.kind, key.id), key.kind == "book",
      standing(forBook: key.id) == key.id, let title = entity.fields["title"]?.string
    else { return }
    let folded = titleKeys[key.id] ?? TitleKey(title)
    let known = KnownTitle(
      book: key.id, title: folded.text, numbers: folded.numbers,
      seriesNumbers: TitleKey.seriesNumbers(of: entity.fields))
    if let author = TitleKey.author(of: entity.fields) {
      titlesByAuthor[author, default: []].append(known)
    } else {
      authorless[folded, default: []].append(known)
    }
  }
}
