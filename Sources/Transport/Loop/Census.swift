import Synchronization

/// Counts the connections of all loops of a group.
final class Census: Sendable {
  private let limit: Int
  private let count = Atomic(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Counts one more; false, and nothing counted, when the limit is reached.
  func admit() -> Bool {
    guard count.add(1, ordering: .relaxed).newValue <= limit else {
      leave()
      return false
    }
    return true
  }

  /// Counts one less.
  func leave() {
    count.subtract(1, ordering: .relaxed)
  }
}
