/// How long to wait before trying again.
enum Backoff {
  /// Doubling from `Limits.backoffBaseMilliseconds`, never more than `Limits.backoffMilliseconds`,
  /// and between half of that and all of it by `chance` in [0, 1), so that a thousand devices do not
  /// come back in the same second.
  static func milliseconds(attempt: Int, chance: Double) -> Int {
    let whole = min(
      Limits.backoffMilliseconds, Limits.backoffBaseMilliseconds << min(attempt, 16))
    return Int(Double(whole) / 2 + Double(whole) / 2 * chance)
  }

  /// The same when the server has named a time: that, and up to a quarter more by `chance`.
  static func milliseconds(asked: Int, chance: Double) -> Int {
    Int(Double(asked) + Double(asked) / 4 * chance)
  }
}
