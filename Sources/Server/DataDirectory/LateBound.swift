import Synchronization

/// A value that comes to be after those who will ask for it.
final class LateBound<Value: Sendable>: Sendable {
  private let bound = Mutex<Value?>(nil)

  /// The value, once there is one.
  var value: Value? { bound.withLock { $0 } }

  /// Gives the value, once.
  func bind(_ value: Value) {
    bound.withLock { bound in
      precondition(bound == nil, "A late-bound value is bound once.")
      bound = value
    }
  }
}
