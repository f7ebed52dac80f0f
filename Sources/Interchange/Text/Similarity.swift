/// How alike two texts are, letter by letter.
enum Similarity {
  /// 1 for equal texts, 0 for texts that share nothing: one less the edits over the longer's length
  /// (Levenshtein). Texts over `Limits.comparedTitleLengthMax` are compared for equality only.
  static func ratio(_ left: String, _ right: String) -> Double {
    if left == right { return 1 }
    let first = Array(left.unicodeScalars)
    let second = Array(right.unicodeScalars)
    let longest = max(first.count, second.count)
    guard longest > 0, longest <= Limits.comparedTitleLengthMax else { return 0 }
    // The difference in length alone is that many edits.
    let bound = 1 - Double(abs(first.count - second.count)) / Double(longest)
    guard bound >= Limits.similarTitleRatio else { return bound }
    return 1 - Double(distance(first, second)) / Double(longest)
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var row = Array(0...right.count)
    for (position, scalar) in left.enumerated() {
      var diagonal = row[0]
      row[0] = position + 1
      for other in right.indices {
        let substitution = diagonal + (scalar == right[other] ? 0 : 1)
        diagonal = row[other + 1]
        row[other + 1] = min(substitution, row[other] + 1, row[other + 1] + 1)
      }
    }
    return row[right.count]
  }
}
