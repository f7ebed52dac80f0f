/// When the next backup is due. Times are milliseconds since 1970 UTC and come as arguments.
package struct BackupSchedule: Hashable, Sendable {
  /// How long after a backup the next is due.
  package let interval: Int
  /// When the last backup was complete, or, before the first, when the library was made.
  private var since: Int
  /// Why the last try gave no backup, and when; nil once one has.
  private var failure: Failure?

  private struct Failure: Hashable {
    let sentence: String
    let at: Int
    /// How long after it the next try is due.
    let wait: Int
  }

  /// Makes a schedule that counts from `since`.
  package init(interval: Int, since: Int) {
    self.interval = interval
    self.since = since
  }

  /// Why there is no fresh backup, in one sentence; nil when all is well.
  package var problem: String? { failure?.sentence }

  /// When the next try is due.
  package var next: Int {
    guard let failure else { return since + interval }
    return failure.at + failure.wait
  }

  /// Whether a backup is due at `now`. What was done in the future was done by a wrong clock: rather
  /// one backup too many than none until that time comes.
  package func isDue(now: Int) -> Bool {
    now >= next || now < failure?.at ?? since
  }

  /// A backup was complete at `now`.
  package mutating func succeed(now: Int) {
    since = now
    failure = nil
  }

  /// There was none, for the reason that `sentence` gives; or one that `isThere`, and nobody could be told of.
  /// Such a one is not made again at each try: in the end there would be no other.
  package mutating func fail(_ sentence: String, now: Int, isThere: Bool = false) {
    let wait = isThere ? interval : min(interval, Limits.backupRetryMilliseconds)
    failure = Failure(sentence: sentence, at: now, wait: wait)
  }
}
