package import Library

extension StarterLibrary {
  /// What adding the starter library changes: groups of 1…64 changes, each to be carried out as one
  /// operation, in order.
  ///
  /// Ids are the same every time, and what is there stays as it is, deleted or edited: adding the
  /// starter library again changes nothing.
  /// - Parameters:
  ///   - exists: Whether the library has an entity, living, in Trash or purged.
  ///   - now: The time of adding, in milliseconds since 1970 UTC.
  /// - Returns: The groups; none when every book is there.
  package static func changes(
    exists: (EntityKey) -> Bool, now: Int
  ) -> [[Change]] {
    changes(for: books, exists: exists, now: now)
  }

  /// The same for some of the books.
  package static func changes(
    for books: [StarterBook], exists: (EntityKey) -> Bool, now: Int
  ) -> [[Change]] {
    let missing = books.filter { !exists($0.entity) }
    guard !missing.isEmpty else { return [] }
    var changes: [Change] = []
    if !exists(shelf) {
      changes.append(Change(shelf, life: .create, set: ["name": .string(shelfName)]))
    }
    for book in missing {
      var fields = book.fields
      fields["added"] = .int(now)
      changes.append(
        Change(book.entity, life: .create, set: fields, add: ["shelves": [shelf.id: .null]]))
    }
    let maximum = Library.Limits.changesPerOperationMax
    return stride(from: 0, to: changes.count, by: maximum).map {
      Array(changes[$0..<min(changes.count, $0 + maximum)])
    }
  }
}
