package import Library

/// One book of the starter library: a work out of copyright, as a person would note it down.
package struct StarterBook: Hashable, Sendable {
  /// Someone who made the book.
  package struct Contributor: Hashable, Sendable {
    /// The name as it stands on the book.
    package let name: String
    /// The name as it is sorted; nil when that is the same.
    package let sort: String?
    /// `author`, `translator` or `compiler`.
    package let role: String
  }

  /// A series that the book belongs to.
  package struct Series: Hashable, Sendable {
    /// The series' name.
    package let name: String
    /// The book's number in it, where books of the series are numbered.
    package let number: Int?
  }

  /// The book's id among the starter books: it stays the same when a title is put right.
  package let id: String
  /// The title by which English readers know it.
  package let title: String
  /// The rest of the title.
  package let subtitle: String?
  /// The title in its own language and script, where that is another.
  package let originalTitle: String?
  /// Who made it; empty when nobody knows.
  package let contributors: [Contributor]
  /// The year by which the work is usually dated, before our era negative; nil where scholars give
  /// only a century.
  package let originalYear: Int?
  /// The language it was written in (BCP 47).
  package let language: String
  /// What it is and what it is about.
  package let subjects: [String]
  /// The series it belongs to.
  package let series: [Series]
  /// The pages of the first edition, where that number is well known.
  package let pages: Int?
  /// Numbers (13 digits) of editions by which it is found; no edition is the one that a reader has.
  package let isbns: [String]
}

extension StarterBook {
  /// The entity that the book becomes in a library: the same one however often it is added.
  package var entity: EntityKey { EntityKey(kind: "book", id: "starter-\(id)") }

  /// The fields of the entity (BOOKS §5). Status and rating are the reader's to give.
  package var fields: JSONObject {
    var fields: JSONObject = [
      "title": .string(title), "languages": [.string(language)],
      "subjects": .array(subjects.map(JSONValue.string)),
    ]
    if let subtitle { fields["subtitle"] = .string(subtitle) }
    if let originalTitle { fields["originalTitle"] = .string(originalTitle) }
    if let originalYear { fields["originalYear"] = .int(originalYear) }
    if let pages { fields["pages"] = .int(pages) }
    if !contributors.isEmpty { fields["contributors"] = .array(contributors.map(\.json)) }
    if !series.isEmpty { fields["series"] = .array(series.map(\.json)) }
    return fields
  }
}

extension StarterBook.Contributor {
  fileprivate var json: JSONValue {
    var body: JSONObject = ["name": .string(name), "role": .string(role)]
    if let sort { body["sort"] = .string(sort) }
    return .object(body)
  }
}

extension StarterBook.Series {
  fileprivate var json: JSONValue {
    var body: JSONObject = ["name": .string(name)]
    if let number {
      body["index"] = .string(String(number))
      body["number"] = .int(number)
    }
    return .object(body)
  }
}
