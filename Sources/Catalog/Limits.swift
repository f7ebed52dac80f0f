/// Every bound of the catalogue, with its reason.
package enum Limits {
  /// Books in a page: what a client draws of a search at once, and what the feed asks for at a time
  /// (NAVIGATION §3.3).
  package static let booksPerPage = 20

  /// The last page that can be asked for: beyond any catalogue's end, and far from overflow.
  package static let pageMax = 10_000

  /// Scalars of a search: what a client's list remembers (NAVIGATION §3.1).
  package static let searchLengthMax = 200

  /// Scalars of what an order is shuffled by: a feed's seed (NAVIGATION §3.1).
  package static let seedLengthMax = 64

  // MARK: Open Library

  /// Figures of an id: it gave out ids of eight by 2026, and a hundred times as many fit. Beyond it: no id.
  static let openLibraryDigitsMax = 10

  /// Records that were merged into others, one after the other, before the book itself is reached.
  /// Beyond it: `OpenLibraryError.astray`.
  static let openLibraryTurnsMax = 3

  /// Numbers of a work's editions by which a library's own book is known: classics have thousands.
  static let isbnsPerBookMax = 64

  /// Another program's ids of one edition: several records of the same book were merged there.
  static let identifiersOfKindMax = 8

  /// Scalars of a written date that are looked at: the longest that says one, with room.
  static let dateLengthMax = 100
}
