import Store
import Synchronization

/// How many of something that takes much memory each device has under way, on all loops together.
final class UnderWay: Sendable {
  private let countMax: Int
  private let counts = Mutex<[SecretHash: Int]>([:])

  /// Lets each device have `countMax` at once.
  init(atMost countMax: Int) {
    self.countMax = countMax
  }

  /// Counts one more of each of `secrets`, by which one request names its device; false, and nothing
  /// counted, where one of them has as many as it may have.
  func begin(by secrets: [SecretHash]) -> Bool {
    counts.withLock { counts in
      let isFull = secrets.contains { counts[$0] ?? 0 >= countMax }
      guard !isFull else { return false }
      for secret in secrets { counts[secret, default: 0] += 1 }
      return true
    }
  }

  /// Counts one less of each.
  func end(by secrets: [SecretHash]) {
    counts.withLock { counts in
      for secret in secrets {
        guard let count = counts[secret] else { continue }
        counts[secret] = count > 1 ? count - 1 : nil
      }
    }
  }
}
