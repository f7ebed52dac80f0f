/// The fewest changes that make one sequence of pieces from another (Myers, “An O(ND) Difference
/// Algorithm and Its Variations”, 1986), within a bounded effort.
struct Difference {
  /// Steps left, for all comparisons of one text together (`Limits.textDifferenceStepsMax`).
  private var steps = Limits.textDifferenceStepsMax

  /// Steps taken so far.
  var stepsTaken: Int { Limits.textDifferenceStepsMax - steps }

  /// The hunks that make `to` from `from`, in order, at least one common piece between any two.
  ///
  /// Each stands as far back as it can, so that the same change is the same hunk in whatever text.
  /// Sequences too different for the effort give one hunk from the first difference to the last.
  mutating func hunks(from: [Int32], to: [Int32]) -> [Hunk] {
    var start = 0
    while start < from.count, start < to.count, from[start] == to[start] { start += 1 }
    var (fromEnd, toEnd) = (from.count, to.count)
    while fromEnd > start, toEnd > start, from[fromEnd - 1] == to[toEnd - 1] {
      fromEnd -= 1
      toEnd -= 1
    }
    if start == fromEnd, start == toEnd { return [] }
    let whole = Hunk(base: start..<fromEnd, other: start..<toEnd)
    var hunks = whole.isPure ? [whole] : shortest(whole, from, to) ?? [whole]
    for index in hunks.indices.reversed() {
      let end = index + 1 < hunks.count ? hunks[index + 1].base.lowerBound - 1 : from.count
      while hunks[index].base.upperBound < end, let slid = hunks[index].slidRight(from, to) {
        hunks[index] = slid
      }
    }
    return hunks
  }

  /// The shortest script within `window`, or nil when that takes more than the effort allowed.
  private mutating func shortest(_ window: Hunk, _ from: [Int32], _ to: [Int32]) -> [Hunk]? {
    let (first, second) = (window.base.lowerBound, window.other.lowerBound)
    let (width, height) = (window.base.count, window.other.count)
    let most = min(width + height, Limits.textDifferenceEditsMax)
    // The furthest place on each diagonal, and what it was after each number of edits.
    var furthest = [Int32](repeating: 0, count: 2 * most + 3)
    var trace: [Int32] = []
    for edits in 0...most {
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let slot = diagonal + most + 1
        let isDown =
          diagonal == -edits || (diagonal != edits && furthest[slot - 1] < furthest[slot + 1])
        let begin = Int(isDown ? furthest[slot + 1] : furthest[slot - 1] + 1)
        var x = begin
        while x < width, x - diagonal < height, from[first + x] == to[second + x - diagonal] {
          x += 1
        }
        furthest[slot] = Int32(x)
        steps -= 1 + x - begin
        if steps < 0 { return nil }
        if x >= width, x - diagonal >= height {
          return Self.hunks(along: trace, edits: edits, window)
        }
      }
      trace += stride(from: most + 1 - edits, through: most + 1 + edits, by: 2).map { furthest[$0] }
    }
    return nil
  }

  /// Walks the way found from its end back to its beginning.
  private static func hunks(along trace: [Int32], edits: Int, _ window: Hunk) -> [Hunk] {
    var hunks: [Hunk] = []
    var (x, y) = (window.base.count, window.other.count)
    let (first, second) = (window.base.lowerBound, window.other.lowerBound)
    for edit in stride(from: edits, to: 0, by: -1) {
      // Of the diagonals -(edit-1), -(edit-3)… after one edit less.
      func furthest(_ diagonal: Int) -> Int {
        Int(trace[(edit - 1) * edit / 2 + (diagonal + edit - 1) / 2])
      }
      let diagonal = x - y
      let isDown =
        diagonal == -edit
        || (diagonal != edit && furthest(diagonal - 1) < furthest(diagonal + 1))
      let oldX = furthest(isDown ? diagonal + 1 : diagonal - 1)
      let oldY = oldX - (isDown ? diagonal + 1 : diagonal - 1)
      let (newX, newY) = isDown ? (oldX, oldY + 1) : (oldX + 1, oldY)
      let step = Hunk(
        base: first + oldX..<first + newX, other: second + oldY..<second + newY)
      if let last = hunks.last, last.base.lowerBound == step.base.upperBound,
        last.other.lowerBound == step.other.upperBound
      {
        hunks[hunks.count - 1] = Hunk(
          base: step.base.lowerBound..<last.base.upperBound,
          other: step.other.lowerBound..<last.other.upperBound)
      } else {
        hunks.append(step)
      }
      (x, y) = (oldX, oldY)
    }
    return hunks.reversed()
  }
}
