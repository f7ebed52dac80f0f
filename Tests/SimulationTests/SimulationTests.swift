import Dispatch
import Foundation
import Simulation
import Testing

/// Whole worlds, one seed each. A failure prints its seed; `make simulate SEEDS=a..b` looks at more, and
/// makes a failing one small.
struct SimulationTests {
  static let fixed: [UInt64] = Array(1...100)
  /// As many as `DOGEAR_SIMULATION_FRESH` says, from a random one on.
  static let fresh: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    guard let count = environment["DOGEAR_SIMULATION_FRESH"].flatMap({ UInt64($0) }) else {
      return []
    }
    let first = UInt64.random(in: 1_000_000...1_000_000_000)
    print("Fresh worlds from seed \(first) on")
    return Array(first..<first + count)
  }()

  @Test(arguments: fixed + fresh)
  func `whatever fails, everything comes to rest with nothing lost`(
    seed: UInt64
  ) async throws {
    #expect(try await Worlds.shared.outcome(of: seed).violations == [])
  }

  @Test func `in these worlds everything that can fail does`() async throws {
    var tally = Tally()
    for seed in Self.fixed { tally += try await Worlds.shared.outcome(of: seed).tally }
    #expect(tally.missing == [], "\(tally)")
  }

  @Test func `one seed makes one world`() async throws {
    let first = try await Worlds.run(seed: 3).tally
    #expect(try await Worlds.run(seed: 3).tally == first)
  }
}

/// What became of worlds. Each is run once, for all that is asked about it.
private actor Worlds {
  struct Outcome: Sendable {
    let violations: [String]
    let tally: Tally
  }

  static let shared = Worlds()
  private var runs: [UInt64: Task<Outcome, any Error>] = [:]

  func outcome(of seed: UInt64) async throws -> Outcome {
    let run = runs[seed] ?? Task { try await Self.run(seed: seed) }
    runs[seed] = run
    return try await run.value
  }

  /// Runs it on a thread of its own, for it computes for long: the tests that talk to servers need the
  /// shared ones for short turns meanwhile.
  static func run(seed: UInt64) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            var world = try World(Script(seed: seed))
            return Outcome(violations: try world.run(), tally: world.tally)
          })
      }
    }
  }
}
