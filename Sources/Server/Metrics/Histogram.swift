import Synchronization

/// How often something was how large, in buckets with fixed upper bounds.
package final class Histogram: Sendable {
  /// What was seen until some moment.
  package struct State: Hashable, Sendable {
    /// How often something was at most as large as each bound, and larger than the one before; last,
    /// how often it was larger than all of them.
    package var counts: [Int]
    /// All that was seen, added up.
    package var sum: Double
  }

  /// The upper bounds of the buckets, rising; each holds what equals it.
  package let bounds: [Double]
  private let current: Mutex<State>

  /// An empty histogram.
  package init(_ bounds: [Double]) {
    self.bounds = bounds
    current = Mutex(State(counts: [Int](repeating: 0, count: bounds.count + 1), sum: 0))
  }

  /// What was seen until now.
  package var state: State { current.withLock { $0 } }

  /// Notes one more.
  package func observe(_ value: Double) {
    let place = bounds.firstIndex { value <= $0 } ?? bounds.count
    current.withLock { state in
      state.counts[place] += 1
      state.sum += value
    }
  }

  /// Notes how long something took, in seconds.
  package func observe(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    observe(Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// Bounds for what a person waits for: from 100 µs, which one write takes, to ten seconds, after which
  /// nobody waits any more.
  package static let seconds: [Double] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  /// Bounds for how many were handled together.
  package static let counts: [Double] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024]
}
