import Library

/// The starter library as a catalogue to look through and to search (BOOKS §6, NAVIGATION §3.3).
/// Whoever asks twice gets the same order, and so every book once over all pages.
extension StarterLibrary {
  /// A page of all books: in the order of the file or, by a seed, shuffled, the same for the same
  /// seed always. A book that joins the catalogue leaves the others' order as it is.
  package static func page(_ number: Int, seed: String? = nil) -> CatalogPage {
    guard let seed else { return CatalogPage(number, of: books) }
    let keyed = books.map { (key: shuffleKey("\(seed) \($0.id)"), book: $0) }
    let shuffled = keyed.sorted { ($0.key, $0.book.id) < ($1.key, $1.book.id) }
    return CatalogPage(number, of: shuffled.map(\.book))
  }

  /// A page of the books that `text` finds, the likeliest first: an ISBN finds the book that has it;
  /// anything else those in whose titles or names each word begins one, in any case and without
  /// regard to accents.
  package static func results(for text: String, page number: Int = 1) -> CatalogPage {
    if let isbn = ISBN.normalised(text) {
      return CatalogPage(number, of: books.filter { $0.isbns.contains(isbn) })
    }
    let words = SearchText.words(text)
    let found = words.isEmpty ? [] : search(text).map { (rank: rank(of: $0, words), book: $0) }
    let ranked = found.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    return CatalogPage(number, of: ranked.map(\.element.book))
  }

  /// The book that the catalogue knows by `id`.
  package static func book(_ id: String) -> StarterBook? { booksByID[id] }

  private static let booksByID = Dictionary(uniqueKeysWithValues: books.map { ($0.id, $0) })

  /// How well a title or, less well, a name meets a search.
  private static func rank(of book: StarterBook, _ words: [String]) -> Int {
    let titles = [book.title, book.originalTitle].compactMap(\.self)
    let title = titles.map { SearchText([$0]) }.filter { $0.matches(words) }
      .map { $0.rank(of: words) }.min()
    // Whoever types a whole name means the books by that person more than those about them.
    let isName = book.contributors.contains { SearchText.words($0.name) == words }
    return isName ? 1 : title ?? 3
  }

  /// FNV-1a, mixed (SplitMix64) so that alike texts fall far apart.
  private static func shuffleKey(_ text: String) -> UInt64 {
    var key: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { key = (key ^ UInt64(byte)) &* 0x100_0000_01b3 }
    key = (key ^ (key >> 30)) &* 0xbf58_476d_1ce4_e5b9
    key = (key ^ (key >> 27)) &* 0x94d0_49bb_1331_11eb
    return key ^ (key >> 31)
  }
}
