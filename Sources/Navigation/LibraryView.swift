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
