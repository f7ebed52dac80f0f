/// Three-way merge of a text by words (SYNC §2, row *text*); `Web/library/text-merge.js` is the same.
///
/// Lines are compared first, which is all that most edits take; only where both changed the same or
/// neighbouring lines are words. Texts are compared by scalars, not by canonical equivalence, and no
/// grapheme cluster is ever parted. The order of the two texts never matters.
public enum TextMerge {
  /// Merges two texts that were both made from `base`.
  ///
  /// Changes of different words go together; the same change made twice counts once. Changes overlap
  /// where no word, space or line break that all three texts share lies between them: both replaced
  /// the same word, or both put something at the same place, the end included.
  ///
  /// Every word that either put in is in the result, and every word that both kept; no two words stand
  /// side by side that do so in neither text.
  /// - Returns: The merged text, or nil when the changes overlap, or would make a text that is longer
  ///   than any may be (`Limits.longTextLengthMax`). Texts too different to compare within
  ///   `Limits.textDifferenceStepsMax` count as changed from their first difference to their last.
  public static func merge(base: String, _ left: String, _ right: String) -> String? {
    var steps = 0
    return merge(base: base, left, right, steps: &steps)
  }

  /// The same; adds to `steps` what it took (some 15 ns each).
  static func merge(
    base: String, _ left: String, _ right: String, steps: inout Int
  ) -> String? {
    #if MUTANTS
      if Mutant.isOn(.textOverwritten) { return right }
    #endif
    let (base, left, right) = (Array(base.utf8), Array(left.utf8), Array(right.utf8))
    if left == right || right == base { return String(decoding: left, as: UTF8.self) }
    if left == base { return String(decoding: right, as: UTF8.self) }
    var merging = Merging(joins: false)
    let whole = Three(base: base[...], left: left[...], right: right[...])
    let bytes = merging.merge(whole, by: .lines)
    steps +=
      merging.stepsTaken + Limits.textByteSteps * (base.count + left.count + right.count)
    guard let bytes else { return nil }
    let merged = String(decoding: bytes, as: UTF8.self)
    return merged.unicodeScalars.count <= Limits.longTextLengthMax ? merged : nil
  }

  /// The same where nobody else would keep what is not in the result: of changes that overlap both are
  /// in it, that of `left` first. It may be longer than a text may be.
  package static func join(base: String, _ left: String, _ right: String) -> String {
    if let merged = merge(base: base, left, right) { return merged }
    var merging = Merging(joins: true)
    let whole = Three(
      base: Array(base.utf8)[...], left: Array(left.utf8)[...], right: Array(right.utf8)[...])
    guard let bytes = merging.merge(whole, by: .lines) else {
      preconditionFailure("what joins leaves nothing out")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A stretch of a text, and what became of it on either side.
private struct Three {
  var base: ArraySlice<UInt8>
  var left: ArraySlice<UInt8>
  var right: ArraySlice<UInt8>
}

/// One merge under way: each side has an effort of its own, so that their order does not matter.
private struct Merging {
  /// Whether both of what overlaps are to be in the result.
  private let joins: Bool
  private var toLeft = Difference()
  private var toRight = Difference()

  init(joins: Bool) { self.joins = joins }

  var stepsTaken: Int { toLeft.stepsTaken + toRight.stepsTaken }

  mutating func merge(_ texts: Three, by size: Pieces.Size) -> [UInt8]? {
    var numbering = Pieces.Numbering()
    let base = Pieces(texts.base, by: size, &numbering)
    let left = Pieces(texts.left, by: size, &numbering)
    let right = Pieces(texts.right, by: size, &numbering)
    let encounters = Encounter.all(
      left: toLeft.hunks(from: base.numbers, to: left.numbers),
      right: toRight.hunks(from: base.numbers, to: right.numbers),
      base: base, leftPieces: left, rightPieces: right)
    var merged: [UInt8] = []
    // Where the pieces after the last encounter are, in each text.
    var (inBase, inLeft, inRight) = (0, 0, 0)
    for encounter in encounters {
      let common = encounter.base.lowerBound - inBase
      // A line that is the same in all is read along with what collides after it, for there a change
      // may have room to move to; unless the changes before it need it to be kept apart from these.
      let isFirst = inBase == 0 && inLeft == 0 && inRight == 0
      let along = common > 1 || (common == 1 && isFirst) ? 1 : 0
      let start = encounter.base.lowerBound
      let place = encounter.place(left: inLeft + common, right: inRight + common)
      merged += base[inBase..<start]
      if encounter.right.isEmpty {
        merged += left[place.left]
      } else if encounter.left.isEmpty {
        merged += right[place.right]
      } else if left[place.left] == right[place.right] {
        merged += left[place.left]
      } else if size == .words {
        guard joins else { return nil }
        let (ours, theirs) = (left[place.left], right[place.right])
        merged += ours
        if ours.last ?? 0 > 0x20, theirs.first ?? 0 > 0x20 { merged.append(0x20) }
        merged += theirs
      } else {
        let words = Three(
          base: base[start - along..<encounter.base.upperBound],
          left: left[place.left.lowerBound - along..<place.left.upperBound],
          right: right[place.right.lowerBound - along..<place.right.upperBound])
        guard let inner = merge(words, by: .words) else { return nil }
        merged.removeLast(base[start - along..<start].count)
        merged += inner
      }
      (inBase, inLeft, inRight) = (
        encounter.base.upperBound, place.left.upperBound, place.right.upperBound
      )
    }
    return merged + base[inBase..<base.count]
  }
}

extension Encounter {
  /// Where the encounter stands in either text, where it begins there.
  fileprivate func place(left: Int, right: Int) -> (left: Range<Int>, right: Range<Int>) {
    (
      left..<left + base.count + self.left.reduce(0) { $0 + $1.growth },
      right..<right + base.count + self.right.reduce(0) { $0 + $1.growth }
    )
  }
}
