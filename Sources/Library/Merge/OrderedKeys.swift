/// The keys of a hand-made order, in that order, while the long ones among them are made short
/// (`Rebalance`).
///
/// Around a long key stand others that took its room, mostly long themselves: all of them get new keys
/// between the first neighbours that leave enough. So what a long key costs hangs on how crowded its
/// place is, and not on how many books stand on the shelf.
struct OrderedKeys {
  /// The keys as they are so far. They ascend; equal ones stay where they are.
  private(set) var keys: [String]

  /// Takes over keys that are in order.
  init(_ keys: [String]) { self.keys = keys }

  /// Whether a key is too long to stay.
  static func isLong(_ key: String) -> Bool { key.utf8.count > Limits.fractionalKeyBalancedMax }

  /// Whether a long key is left.
  var hasLong: Bool { keys.contains(where: Self.isLong) }

  /// Makes long keys short, the first of them first, until none is left or `movesMax` keys were given.
  mutating func shorten(movesMax: Int) {
    var movesLeft = movesMax
    var place = keys.startIndex
    while movesLeft > 0, let long = keys[place...].firstIndex(where: Self.isLong) {
      let (start, new) = spread(around: long)
      movesLeft -= move(to: new, from: start, movesMax: movesLeft)
      place = long + 1
    }
  }

  /// New keys for the smallest window around `place` whose neighbours leave room for short ones, and
  /// where it starts. It doubles until it does; the whole order has no neighbours.
  private func spread(around place: Int) -> (start: Int, keys: [String]) {
    var reach = 0
    while true {
      let start = max(place - reach, keys.startIndex)
      let end = min(place + reach + 1, keys.endIndex)
      let new = FractionalKey.spread(
        end - start, after: start > keys.startIndex ? keys[start - 1] : nil,
        before: end < keys.endIndex ? keys[end] : nil, lengthMax: Limits.fractionalKeyShortMax)
      if let new { return (start, new) }
      precondition(end - start < keys.count, "room without neighbours is ample")
      reach = max(1, 2 * reach)
    }
  }

  /// Gives the keys from `start` on their new ones, at most `movesMax` of them, and returns how many.
  ///
  /// Those that move up go first, from the top, then those that move down, from the bottom: so each
  /// finds its place free, and the order is the same after any number of them. Whoever goes on later
  /// finds the same window, or a smaller one in which there is room by now, and goes on with the rest.
  private mutating func move(to new: [String], from start: Int, movesMax: Int) -> Int {
    let places = new.indices.filter { new[$0] != keys[start + $0] }
    func isUp(_ place: Int) -> Bool {
      keys[start + place].utf8.lexicographicallyPrecedes(new[place].utf8)
    }
    let moves = places.reversed().filter(isUp) + places.filter { !isUp($0) }
    for place in moves.prefix(movesMax) { keys[start + place] = new[place] }
    return min(moves.count, movesMax)
  }
}
