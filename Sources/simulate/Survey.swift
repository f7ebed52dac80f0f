import Dispatch
import Foundation
import Simulation
import Synchronization

/// Worlds of many seeds, as many at a time as there are cores.
final class Survey: Sendable {
  /// A world that broke a promise.
  struct Failure: Sendable {
    let seed: UInt64
    let violations: [String]
  }

  private struct Progress {
    var next: UInt64
    var done = 0
    var failures: [Failure] = []
    var tally = Tally()
    var toldAt: ContinuousClock.Instant
  }

  private let range: ClosedRange<UInt64>
  private let progress: Mutex<Progress>
  private let start = ContinuousClock.now

  init(_ range: ClosedRange<UInt64>) {
    self.range = range
    progress = Mutex(Progress(next: range.lowerBound, toldAt: start))
  }

  /// In so many worlds everything that can fail does, or they are not what they were made for.
  private static let completeCount = 100

  /// Looks at them all, in order of seeds as far as threads allow.
  /// - Returns: The worlds that broke a promise, and whether all that should happen did.
  func run() -> (failures: [Failure], isComplete: Bool) {
    DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
      while let seed = take() { look(at: seed) }
    }
    let (done, tally, failures) = progress.withLock { ($0.done, $0.tally, $0.failures) }
    print(line(done, failures.count))
    print(tally)
    if !tally.missing.isEmpty { print("Never happened: \(tally.missing.joined(separator: ", "))") }
    let isComplete = tally.missing.isEmpty || range.count < Self.completeCount
    return (failures.sorted { $0.seed < $1.seed }, isComplete)
  }

  private func take() -> UInt64? {
    progress.withLock { progress in
      // Twenty failures say enough.
      guard progress.next <= range.upperBound, progress.failures.count < 20 else { return nil }
      defer { progress.next += 1 }
      return progress.next
    }
  }

  private func look(at seed: UInt64) {
    let (violations, tally) = Self.violations(of: Script(seed: seed))
    let told = progress.withLock { progress -> String? in
      progress.done += 1
      progress.tally += tally
      if !violations.isEmpty {
        progress.failures.append(Failure(seed: seed, violations: violations))
      }
      guard ContinuousClock.now - progress.toldAt > .seconds(10) else { return nil }
      progress.toldAt = .now
      return line(progress.done, progress.failures.count)
    }
    for violation in violations.prefix(3) { print("Seed \(seed): \(violation)") }
    if let told { print(told) }
    // Whoever watches a pipe sees it at once.
    if told != nil || !violations.isEmpty { fflush(nil) }
  }

  /// What goes wrong in one world, a failure of the simulator itself included.
  static func violations(of script: Script) -> ([String], Tally) {
    do {
      var world = try World(script)
      let violations = try world.run()
      return (violations, world.tally)
    } catch {
      return (["The world ended: \(error)"], Tally())
    }
  }

  private func line(_ done: Int, _ failures: Int) -> String {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let rate = String(format: "%.0f", Double(done) / max(seconds, 0.001))
    return "\(done) worlds in \(Int(seconds)) s, \(rate) a second, \(failures) failed"
  }
}
