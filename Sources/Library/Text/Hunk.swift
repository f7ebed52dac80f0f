/// One place where a text differs from the text it was made from, in pieces.
struct Hunk: Hashable {
  /// What was replaced; empty for an insertion.
  var base: Range<Int>
  /// What stands there instead; empty for a removal.
  var other: Range<Int>

  /// Whether pieces only came, or only went: such a hunk may often stand at several places and mean
  /// the same.
  var isPure: Bool { base.isEmpty != other.isEmpty }

  /// How many pieces more there are after it.
  var growth: Int { other.count - base.count }

  /// The same change one piece further on, or nil where it would be another.
  func slidRight(_ from: [Int32], _ to: [Int32]) -> Hunk? {
    guard isPure else { return nil }
    let (pieces, range) = base.isEmpty ? (to, other) : (from, base)
    guard base.upperBound < from.count, other.upperBound < to.count,
      pieces[range.lowerBound] == pieces[range.upperBound]
    else { return nil }
    return moved(by: 1)
  }

  /// The same change one piece further back, or nil where it would be another.
  func slidLeft(_ from: [Int32], _ to: [Int32]) -> Hunk? {
    guard isPure, base.lowerBound > 0, other.lowerBound > 0 else { return nil }
    let (pieces, range) = base.isEmpty ? (to, other) : (from, base)
    guard pieces[range.lowerBound - 1] == pieces[range.upperBound - 1] else { return nil }
    return moved(by: -1)
  }

  private func moved(by distance: Int) -> Hunk {
    Hunk(
      base: base.lowerBound + distance..<base.upperBound + distance,
      other: other.lowerBound + distance..<other.upperBound + distance)
  }
}
