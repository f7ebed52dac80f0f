import Library

/// The books written in one transaction that hold one identifier, in the order in which each first held
/// it: thousands of copies may come in one push, so none is looked for among the others.
struct WrittenTwins {
  /// All that ever held it here.
  private var books: [EntityKey] = []
  private var places: [EntityKey: Int] = [:]
  /// The places in `books` of those that hold it now, ascending.
  private var holding: [Int] = []

  /// Takes in that `book` holds the identifier; one that held it before is where it was.
  mutating func insert(_ book: EntityKey) {
    guard let place = places[book] else {
      places[book] = books.count
      holding.append(books.count)
      books.append(book)
      return
    }
    let index = index(of: place)
    if index == holding.count || holding[index] != place { holding.insert(place, at: index) }
  }

  /// Takes in that `book` holds it no more.
  mutating func remove(_ book: EntityKey) {
    guard let place = places[book] else { return }
    let index = index(of: place)
    if index < holding.count, holding[index] == place { holding.remove(at: index) }
  }

  /// The first `count` of those that hold it now, without `others`, of which there are few.
  func first(_ count: Int, without others: [EntityKey]) -> [EntityKey] {
    Array(holding.lazy.map { books[$0] }.filter { !others.contains($0) }.prefix(max(0, count)))
  }

  /// Where in `holding` a place is, or would be.
  private func index(of place: Int) -> Int {
    var (low, high) = (0, holding.count)
    while low < high {
      let middle = (low + high) / 2
      if holding[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
