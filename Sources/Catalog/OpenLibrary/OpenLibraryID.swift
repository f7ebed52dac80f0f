package import Library

/// Open Library's id of a work (`OL1W`) or of an edition (`OL1M`).
package struct OpenLibraryID: Hashable, Sendable {
  /// What an id may stand for; an author has one, too, and is no book.
  package enum Kind: Hashable, Sendable {
    /// What was written, in whatever edition.
    case work
    /// What was printed.
    case edition
  }

  /// The id as it is written.
  package let text: String
  /// What it stands for.
  package let kind: Kind

  /// Reads an id; nil where it is none.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8.dropFirst(2).dropLast()
    guard text.hasPrefix("OL"), (1...Limits.openLibraryDigitsMax).contains(digits.count),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    switch Array(text.utf8.suffix(1)).first {
    case UInt8(ascii: "W"): kind = .work
    case UInt8(ascii: "M"): kind = .edition
    default: return nil
    }
    self.text = String(text)
  }

  /// Reads a key, such as `/works/OL1W`, or the id alone.
  init?(key: String?) {
    guard let key, let id = key.split(separator: "/").last else { return nil }
    self.init(id)
  }

  /// The entity that the book becomes in a library.
  package var entity: EntityKey { EntityKey(kind: "book", id: "openlibrary-\(text)") }
}
