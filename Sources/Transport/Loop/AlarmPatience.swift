/// Whether a loop's alarm is answered now: where as many are ready as are looked at in one tick, others come
/// first, but once only. epoll(7) tells the alarm again when its turn among those comes round, however many
/// ticks later.
struct AlarmPatience {
  /// Whether others have come first.
  private var isSpent = false

  /// Takes note of a tick, in which the alarm may be due and others may be ready beside those looked at.
  mutating func isAnswered(isDue: Bool, isMoreReady: Bool) -> Bool {
    guard isDue else { return false }
    isSpent = isMoreReady && !isSpent
    return !isSpent
  }
}
