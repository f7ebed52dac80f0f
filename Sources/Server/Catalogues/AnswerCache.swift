/// The answers of another catalogue, for some hours, and of those the ones that were asked for last. Time
/// comes as an argument.
struct AnswerCache<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  private struct Kept: Sendable {
    let answer: Answer
    let byteCount: Int
    let until: Int
    /// When it was asked for last, counted in askings.
    var turn: Int
  }

  private let byteCountMax: Int
  private let milliseconds: Int
  private var kept: [Question: Kept] = [:]
  private var turn = 0
  /// What all of them take.
  private(set) var byteCount = 0

  /// Keeps answers of `byteCountMax` together, each for `milliseconds`.
  init(byteCountMax: Int, milliseconds: Int) {
    self.byteCountMax = byteCountMax
    self.milliseconds = milliseconds
  }

  /// The answer that is known at `now`.
  mutating func answer(to question: Question, now: Int) -> Answer? {
    guard let found = kept[question] else { return nil }
    guard found.until > now else {
      forget(question)
      return nil
    }
    turn += 1
    kept[question]?.turn = turn
    return found.answer
  }

  /// Keeps an answer of `byteCount`, and lets those go that were asked for longest ago.
  mutating func keep(_ answer: Answer, byteCount: Int, to question: Question, now: Int) {
    forget(question)
    guard byteCount <= byteCountMax else { return }
    turn += 1
    kept[question] = Kept(
      answer: answer, byteCount: byteCount, until: now + milliseconds, turn: turn)
    self.byteCount += byteCount
    guard self.byteCount > byteCountMax else { return }
    for (question, _) in kept.sorted(by: { $0.value.turn < $1.value.turn }) {
      guard self.byteCount > byteCountMax else { break }
      forget(question)
    }
  }

  private mutating func forget(_ question: Question) {
    if let old = kept.removeValue(forKey: question) { byteCount -= old.byteCount }
  }
}
