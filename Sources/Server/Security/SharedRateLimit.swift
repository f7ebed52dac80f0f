import Synchronization

/// A rate limit that several actors hold to together.
final class SharedRateLimit: Sendable {
  private let limit: Mutex<RateLimit>

  /// Shares `limit`, which nobody has used yet.
  init(_ limit: RateLimit) { self.limit = Mutex(limit) }

  /// Takes one attempt of `address` at `now`. Returns nil when it had one, else how many milliseconds to wait
  /// for the next.
  func attempt(by address: String, now: Int) -> Int? {
    limit.withLock { $0.attempt(by: address, now: now) }
  }
}
