import Library
import TestSupport
import Testing

/// What holds of every merge and every difference of texts; a failure names its seed.
struct TextPropertyTests {
  @Test(arguments: 0..<400)
  func `what one wrote, or both alike, is what there is`(seed: Int) {
    var texts = RandomTexts(seed: seed, from: RandomTexts.marks)
    let (base, left, right) = texts.three()
    expectSame(TextMerge.merge(base: base, left, base), left)
    expectSame(TextMerge.merge(base: base, base, right), right)
    expectSame(TextMerge.merge(base: base, left, left), left)
  }

  @Test(arguments: 0..<400)
  func `the order of the two texts does not matter`(seed: Int) {
    var texts = RandomTexts(seed: seed, from: RandomTexts.marks)
    let (base, left, right) = texts.three()
    expectSame(
      TextMerge.merge(base: base, left, right), TextMerge.merge(base: base, right, left))
  }

  @Test(arguments: 0..<400)
  func `what either put in and what both kept is there, and nothing else`(seed: Int) throws {
    // Every word is another, so that each can be found again.
    var texts = RandomTexts(seed: seed, from: nil)
    let (base, left, right) = texts.three()
    guard let merged = TextMerge.merge(base: base, left, right) else { return }
    let (before, ours, theirs) = (words(base), words(left), words(right))
    let expected = before.intersection(ours).intersection(theirs)
      .union(ours.subtracting(before)).union(theirs.subtracting(before))
    #expect(words(merged) == expected, "seed \(seed)")
    #expect(merged.split(whereSeparator: \.isWhitespace).count == expected.count, "seed \(seed)")
  }

  @Test(arguments: 0..<400)
  func `no grapheme is there that is in neither text`(seed: Int) {
    var texts = RandomTexts(seed: seed, from: RandomTexts.marks)
    let (base, left, right) = texts.three()
    guard let merged = TextMerge.merge(base: base, left, right) else { return }
    #expect(graphemes(merged).isSubset(of: graphemes(left).union(graphemes(right))), "seed \(seed)")
  }

  @Test func `most edits of two people go together`() {
    let merged = (0..<400).count { seed in
      var texts = RandomTexts(seed: seed, from: nil)
      let (base, left, right) = texts.three()
      return TextMerge.merge(base: base, left, right) != nil
    }
    #expect(merged > 200)
  }

  @Test(arguments: 0..<400)
  func `the runs of a difference make up both texts`(seed: Int) {
    var texts = RandomTexts(seed: seed, from: RandomTexts.marks)
    let (_, old, new) = texts.three()
    let runs = TextDiff.runs(from: old, to: new)
    expectSame(runs.filter { $0.kind != .added }.map(\.text).joined(), old)
    expectSame(runs.filter { $0.kind != .removed }.map(\.text).joined(), new)
    #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.kind != $1.kind })
    #expect(runs.allSatisfy { !$0.text.isEmpty })
  }

  @Test func `texts with nothing in common are told apart whole, however long`() {
    let old = (0..<3000).map { "a\($0) " }.joined()
    let new = (0..<3000).map { "b\($0) " }.joined()
    #expect(TextDiff.runs(from: old, to: new).map(\.kind) == [.removed, .added, .same])
    #expect(TextMerge.merge(base: old, new, "c" + old) == nil)
  }

  @Test func `a merged text is no longer than any may be`() {
    let less = String(repeating: "sand", count: Limits.longTextLengthMax / 10)
    let more = String(repeating: "sand", count: Limits.longTextLengthMax / 8)
    #expect(TextMerge.merge(base: "a b c", less + " b c", "a b " + less) == less + " b " + less)
    #expect(TextMerge.merge(base: "a b c", more + " b c", "a b " + more) == nil)
  }

  private func expectSame(_ left: String?, _ right: String?) {
    // `==` holds texts equal that differ in normalisation.
    #expect(left.map { Array($0.utf8) } == right.map { Array($0.utf8) })
  }

  private func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private func graphemes(_ text: String) -> Set<[UInt8]> {
    Set(text.map { Array(String($0).utf8) })
  }
}

/// A text and what two people made of it; the same for the same seed.
private struct RandomTexts {
  /// Pieces that are easily torn or glued together.
  static let marks = [
    "a", "b", "the", "\u{E9}", "e\u{301}", " ", " ", " ", "  ", "\n", "\r\n", "\r", "\t",
    "\u{6F22}", "\u{845B}\u{E0100}", "\u{3072}", "\u{30AB}\u{30BF}", "\u{30FC}", "\u{3002}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F1E9}\u{1F1EA}", "\u{1F1EB}", "\u{1F3FD}",
    "\u{200D}", "\u{301}", "\u{5E9}\u{5DC}", "\u{645}\u{64C}", "\u{600}", "\u{E20}", "\u{E33}",
    "\u{E40}", "\u{E52}", "\u{1001}", "\u{1039}", "\u{1780}", "\u{17D2}", "\u{D55C}", "\u{1112}",
    "\u{1161}", "\u{3000}", "\u{2028}", "\u{A0}", "\u{915}\u{94D}\u{937}", "\u{FE0F}", "1", ".",
  ]

  private var random: SeededRandom
  private let marks: [String]?
  private var count = 0

  /// Texts of `marks`, or else of words of which no two are the same.
  init(seed: Int, from marks: [String]?) {
    random = SeededRandom(seed: seed)
    self.marks = marks
  }

  mutating func three() -> (base: String, left: String, right: String) {
    let base = (0..<Int.random(in: 0...40, using: &random)).map { _ in piece() }
    return (base.joined(), edited(base), edited(base))
  }

  private mutating func piece() -> String {
    if let marks { return marks[Int.random(in: 0..<marks.count, using: &random)] }
    count += 1
    return "w\(count)" + [" ", " ", " ", "\n"][Int.random(in: 0..<4, using: &random)]
  }

  private mutating func edited(_ base: [String]) -> String {
    var pieces = base
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let at = Int.random(in: 0...pieces.count, using: &random)
      let end = min(pieces.count, at + Int.random(in: 0...2, using: &random))
      let new = (0..<Int.random(in: 0...2, using: &random)).map { _ in piece() }
      pieces.replaceSubrange(at..<end, with: new)
    }
    return pieces.joined()
  }
}
