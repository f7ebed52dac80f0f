/// Hunks of either of two texts made from one base, as far as they meet.
///
/// Hunks meet when no piece that all three texts have lies between them. Wherever one does, each
/// neighbour a piece has in the merged text it has in one of the two texts already: the merge glues
/// nothing together that nobody wrote together. That is why changes that merely touch count as an
/// overlap, and why two insertions at one place do: no order of theirs would be anybody's.
struct Encounter {
  /// What the hunks replace, and the base between them.
  private(set) var base: Range<Int>
  private(set) var left: [Hunk]
  private(set) var right: [Hunk]

  /// All hunks of both, in the order of the base.
  static func all(
    left: [Hunk], right: [Hunk], base: Pieces, leftPieces: Pieces, rightPieces: Pieces
  ) -> [Encounter] {
    let single =
      left.map { Encounter(base: $0.base, left: [$0], right: []) }
      + right.map { Encounter(base: $0.base, left: [], right: [$0]) }
    // An insertion comes before what is replaced from the same place on.
    let inOrder = single.sorted {
      ($0.base.lowerBound, $0.base.upperBound) < ($1.base.lowerBound, $1.base.upperBound)
    }
    var all: [Encounter] = []
    for next in inOrder {
      guard let last = all.popLast() else {
        all.append(next)
        continue
      }
      let end = all.last?.base.upperBound ?? -1
      if last.base.upperBound < next.base.lowerBound {
        all += [last, next]
      } else if last.base.upperBound == next.base.lowerBound,
        last.base.lowerBound < next.base.upperBound,
        let away = last.slidLeft(base, leftPieces, rightPieces), end < away.base.lowerBound
      {
        all += [away, next]
      } else {
        all.append(last.joined(with: next))
      }
    }
    return all
  }

  private func joined(with next: Encounter) -> Encounter {
    Encounter(
      base: base.lowerBound..<max(base.upperBound, next.base.upperBound),
      left: left + next.left, right: right + next.right)
  }

  /// A lone hunk moved one piece away from what comes after it, where that means the same.
  private func slidLeft(_ base: Pieces, _ leftPieces: Pieces, _ rightPieces: Pieces) -> Encounter? {
    if right.isEmpty, left.count == 1,
      let hunk = left[0].slidLeft(base.numbers, leftPieces.numbers)
    {
      return Encounter(base: hunk.base, left: [hunk], right: [])
    }
    if left.isEmpty, right.count == 1,
      let hunk = right[0].slidLeft(base.numbers, rightPieces.numbers)
    {
      return Encounter(base: hunk.base, left: [], right: [hunk])
    }
    return nil
  }
}
