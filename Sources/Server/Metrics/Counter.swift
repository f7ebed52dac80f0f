import Synchronization

/// A number that only grows.
package final class Counter: Sendable {
  private let number = Atomic(0)

  /// A counter at zero.
  package init() {}

  /// How much has been counted.
  package var count: Int { number.load(ordering: .relaxed) }

  /// Counts `more`.
  package func add(_ more: Int = 1) { number.add(more, ordering: .relaxed) }
}

/// A number that rises and falls.
package final class Gauge: Sendable {
  private let number = Atomic(0)

  /// A gauge at zero.
  package init() {}

  /// What it shows.
  package var value: Int { number.load(ordering: .relaxed) }

  /// Lets it rise by `more`, or fall.
  package func add(_ more: Int) { number.add(more, ordering: .relaxed) }
}
