package import Library

/// A book that another catalogue has: what it becomes in a library, and by which numbers it is known.
package struct FoundBook: Hashable, Sendable {
  /// The catalogue's id of the book.
  package let id: OpenLibraryID
  /// The fields of the book (BOOKS §5), each as the schema wants it.
  package let fields: JSONObject
  /// What the set `identifiers` gets.
  package let identifiers: [String]
  /// Numbers (13 digits) of its editions.
  package let isbns: [String]

  /// The entity that the book becomes in a library: the same one however often it is added.
  package var entity: EntityKey { id.entity }
}

/// One page of what another catalogue has found.
package struct FoundPage: Hashable, Sendable {
  /// The books, at most `Limits.booksPerPage`.
  package let books: [FoundBook]
  /// Which page this is, from 1.
  package let number: Int
  /// How many books there are in all, as the catalogue counts them.
  package let total: Int

  /// Makes a page.
  package init(books: [FoundBook], number: Int, total: Int) {
    self.books = books
    self.number = number
    self.total = total
  }

  /// Whether another page follows that can be asked for.
  package var more: Bool {
    number < Limits.pageMax && number * Limits.booksPerPage < total
  }
}

extension FoundBook {
  /// The book as the server tells it: `{id, book, fields, add?, isbns?}`, where `add` is what goes into
  /// sets, as a change has it (SYNC §2).
  package var json: JSONValue {
    var members: JSONObject = [
      "id": .string(id.text), "book": .string(entity.id), "fields": .object(fields),
    ]
    if !identifiers.isEmpty {
      let names = JSONObject(identifiers.map { ($0, JSONValue.null) }) { $1 }
      members["add"] = ["identifiers": .object(names)]
    }
    if !isbns.isEmpty { members["isbns"] = .array(isbns.map(JSONValue.string)) }
    return .object(members)
  }
}

extension FoundPage {
  /// `{items, page, total, more}`, as a page of the catalogue itself.
  package var json: JSONValue {
    [
      "items": .array(books.map(\.json)), "page": .int(number), "total": .int(total),
      "more": .bool(more),
    ]
  }
}
