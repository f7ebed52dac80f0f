/// When the server takes an operation: its sequence and the bounds of its stamp (SYNC §2, *Bound*).
///
/// Times are server time, a persisted maximum that never runs back, in milliseconds since 1970 UTC.
public struct Moment: Hashable, Sendable {
  /// The sequence that the operation gets.
  public let seq: Int
  /// Server time when the operation's `base` was committed; the earliest it can have been made.
  public let baseTime: Int
  /// Server time at receipt; the latest it can have been made.
  public let now: Int

  /// Makes a moment from its parts.
  public init(seq: Int, baseTime: Int, now: Int) {
    precondition(baseTime <= now, "server time never runs back")
    self.seq = seq
    self.baseTime = baseTime
    self.now = now
  }

  /// The author's clock `at`, brought within what is possible: a wrong clock decides at most who
  /// wins between concurrent writes.
  public func bounded(_ at: Int) -> Int {
    #if MUTANTS
      if Mutant.isOn(.clocksUnbounded) { return at }
    #endif
    return min(max(at, baseTime), now)
  }
}
