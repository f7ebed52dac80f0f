package import Library

/// What a library says of one thing in it.
package enum Life: String, Sendable {
  case alive
  /// Deleted: a tombstone is there.
  case dead
  /// Not there: dead only where the library has everything the state's sender had.
  case absent
}

/// What repair asks of a library.
package protocol LibraryView {
  /// How far this library has followed the server's.
  var cursor: Int { get }
  /// Whether a book lives.
  func book(_ id: String) -> Life
  /// Whether a shelf lives.
  func shelf(_ id: String) -> Life
  /// Whether a device is paired.
  func device(_ id: String) -> Life
  /// Whether any book has a value of a facet whose values only books have.
  func value(_ value: String, of facet: Filters.Facet) -> Life
  /// The book that another was merged into, or nil.
  func merged(_ book: String) -> String?
  /// The book that a catalogue's result was added as, or nil.
  func added(_ result: String) -> String?
}

extension LibraryView {
  /// Where a book is now, after every merge: the last of A→B→C; the book itself if there is none,
  /// or if the merges run in a circle.
  func mergedInto(_ id: String) -> String {
    var seen: Set = [id]
    var current = id
    while let next = merged(current) {
      guard seen.insert(next).inserted else { return id }
      current = next
    }
    return current
  }
}

/// A library in its plain form, which is what the vectors' `lib` fixtures hold:
///
///     {"cursor":10, "books":{"b1":"alive","b2":"dead"}, "shelves":{…}, "devices":{…},
///      "tags":["cosy"], "formats":["ebook"], "authors":[…], "series":[…], "publishers":[…],
///      "languages":["en"], "merged":{"b3":"b1"}, "added":{"r1":"b1"}}
///
/// A book, shelf or device that its section does not name is absent. A section that is left out
/// says nothing about its kind: all of it is alive.
package struct PlainLibrary: LibraryView, Sendable {
  private let json: JSONValue

  /// The library that `json` describes.
  package init(json: JSONValue) { self.json = json }

  /// The member `cursor`, 0 when it is missing.
  package var cursor: Int { json["cursor"]?.int ?? 0 }
  /// By the section `books`.
  package func book(_ id: String) -> Life { life("books", id) }
  /// By the section `shelves`.
  package func shelf(_ id: String) -> Life { life("shelves", id) }
  /// By the section `devices`.
  package func device(_ id: String) -> Life { life("devices", id) }
  /// By the list of the facet: `tags`, `formats`, `authors`, `series`, `publishers`, `languages`.
  package func value(_ value: String, of facet: Filters.Facet) -> Life {
    listed(facet == .series ? facet.rawValue : "\(facet.rawValue)s", value)
  }
  /// By the section `merged`.
  package func merged(_ book: String) -> String? { json["merged"]?[book]?.string }
  /// By the section `added`.
  package func added(_ result: String) -> String? { json["added"]?[result]?.string }

  private func life(_ section: String, _ id: String) -> Life {
    guard let section = json[section], section.object != nil else { return .alive }
    guard let named = section[id] else { return .absent }
    return named == .string("alive") ? .alive : .dead
  }

  private func listed(_ section: String, _ value: String) -> Life {
    guard let values = json[section]?.array else { return .alive }
    return values.contains(.string(value)) ? .alive : .absent
  }
}
