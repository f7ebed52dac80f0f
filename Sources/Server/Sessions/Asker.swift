import Synchronization

/// Whoever waits for an answer, and may be gone before it is made.
final class Asker: Sendable {
  private let hasLeft = Atomic(false)

  /// Whether nobody waits any more.
  var isGone: Bool { hasLeft.load(ordering: .relaxed) }

  /// Waits no more.
  func leave() { hasLeft.store(true, ordering: .relaxed) }
}
