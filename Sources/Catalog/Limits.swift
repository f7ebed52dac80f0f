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
}
