/// What one text has that another has not, by words, for people to look at (a conflict's card, a
/// book's history); `Web/library/text-diff.js` is the same.
public enum TextDiff {
  /// A stretch of text.
  public struct Run: Hashable, Sendable {
    /// Which of the two texts have it.
    public enum Kind: String, Hashable, Sendable {
      /// Both.
      case same
      /// Only the first.
      case removed
      /// Only the second.
      case added
    }

    /// Which of the two texts have it.
    public let kind: Kind
    /// The stretch; never empty.
    public let text: String
  }

  /// The runs that make up both texts: those `same` and `removed` are `old`, those `same` and `added`
  /// are `new`.
  ///
  /// Where words were replaced, what went comes before what came; and words replaced one after the
  /// other are one replacement, spaces included, for that is easier to read.
  public static func runs(from old: String, to new: String) -> [Run] {
    var comparison = Comparison()
    comparison.compare(Array(old.utf8)[...], Array(new.utf8)[...], by: .lines)
    return comparison.runs
  }
}

/// A comparison under way.
private struct Comparison {
  /// A replacement, and what is the same after it.
  private struct Step {
    var removed: [UInt8] = []
    var added: [UInt8] = []
    var same: [UInt8] = []
  }

  private var steps = [Step()]
  private var difference = Difference()

  mutating func compare(
    _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>, by size: Pieces.Size
  ) {
    var numbering = Pieces.Numbering()
    let from = Pieces(old, by: size, &numbering)
    let to = Pieces(new, by: size, &numbering)
    var done = 0
    for hunk in difference.hunks(from: from.numbers, to: to.numbers) {
      keep(from[done..<hunk.base.lowerBound])
      if size == .lines, !hunk.isPure {
        compare(from[hunk.base], to[hunk.other], by: .words)
      } else {
        replace(from[hunk.base], with: to[hunk.other])
      }
      done = hunk.base.upperBound
    }
    keep(from[done..<from.count])
  }

  private mutating func keep(_ text: ArraySlice<UInt8>) {
    steps[steps.count - 1].same += text
  }

  private mutating func replace(_ old: ArraySlice<UInt8>, with new: ArraySlice<UInt8>) {
    let last = steps[steps.count - 1]
    if !last.removed.isEmpty, !last.added.isEmpty, !old.isEmpty, !new.isEmpty,
      PieceCutter.isBlank(last.same)
    {
      steps[steps.count - 1] = Step(
        removed: last.removed + last.same + old, added: last.added + last.same + new)
    } else {
      steps.append(Step(removed: Array(old), added: Array(new)))
    }
  }

  var runs: [TextDiff.Run] {
    steps.flatMap { step in
      [
        TextDiff.Run(kind: .removed, text: String(decoding: step.removed, as: UTF8.self)),
        TextDiff.Run(kind: .added, text: String(decoding: step.added, as: UTF8.self)),
        TextDiff.Run(kind: .same, text: String(decoding: step.same, as: UTF8.self)),
      ]
    }
    .filter { !$0.text.isEmpty }
  }
}
