import Synchronization

/// Who waits for an answer, for as long as they do: the loop says when they have left, and the desk that is to
/// make the answer asks.
final class Asker: Sendable {
  private let left = Atomic(false)

  /// Whether nobody will take the answer.
  var hasLeft: Bool { left.load(ordering: .relaxed) }

  /// The connection is gone.
  func leave() { left.store(true, ordering: .relaxed) }
}
