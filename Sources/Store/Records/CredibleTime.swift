/// How much time has passed, as far as a clock that may be set wrong can be believed.
///
/// What cannot be taken back once it is done waits for this time to pass: a machine that starts with its
/// clock months ahead, and is set right a minute later, has lost nothing.
package struct CredibleTime: Hashable, Sendable {
  /// The time by what can be believed, in milliseconds since 1970 UTC: never much ahead of the true one,
  /// and behind it by as long as nobody was there to see it pass. A clock that is wrong at every start, and
  /// set right each time, adds nothing to it: it passes no clock that has shown less.
  package var time: Int
  /// What the clock showed when that was noted.
  package var clock: Int

  /// Begins at `time`, when the clock shows `clock`.
  package init(time: Int, clock: Int) {
    self.time = time
    self.clock = clock
  }

  /// Lets the time pass until the clock shows `now`: not back, by no more than `stepMax` at once, and not
  /// beyond what the clock shows.
  package mutating func pass(until now: Int, stepMax: Int) {
    time = max(time, min(now, time + min(max(0, now - clock), stepMax)))
    clock = now
  }
}
