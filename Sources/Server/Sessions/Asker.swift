import Synchronization

/// Whoever waits for an answer: the loop says when they have left, and the desk that is to make it asks.
final class Asker: Sendable {
  private let hasLeft = Atomic(false)

  /// Whether nobody will take the answer.
  var isGone: Bool { hasLeft.load(ordering: .relaxed) }

  /// The connection is gone.
  func leave() { hasLeft.store(true, ordering: .relaxed) }
}
