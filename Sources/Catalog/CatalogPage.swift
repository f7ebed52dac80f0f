/// One page of a list of the catalogue's books: of all of them, or of those that a search found.
package struct CatalogPage: Hashable, Sendable {
  /// The books, at most `Limits.booksPerPage`; none beyond the last page.
  package let books: [StarterBook]
  /// Which page this is, from 1.
  package let number: Int
  /// How many books the whole list has.
  package let total: Int

  /// Whether another page follows.
  package var more: Bool { number * Limits.booksPerPage < total }

  /// Page `number`, from 1, of `list`.
  init(_ number: Int, of list: [StarterBook]) {
    let start = min(list.count, (number - 1) * Limits.booksPerPage)
    books = Array(list[start...].prefix(Limits.booksPerPage))
    self.number = number
    total = list.count
  }
}
