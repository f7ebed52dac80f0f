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
    let violations = try await aside {
      var world = try World(Script(seed: seed))
      return try world.run()
    }
    #expect(violations == [])
  }

  @Test func `in these worlds everything that can fail does`() async throws {
    var tally = Tally()
    for seed in Self.fixed { tally += try await self.tally(of: seed) }
    #expect(tally.missing == [], "\(tally)")
  }

  @Test func `one seed makes one world`() async throws {
    let first = try await tally(of: 3)
    #expect(try await tally(of: 3) == first)
  }

  private func tally(of seed: UInt64) async throws -> Tally {
    try await aside {
      var world = try World(Script(seed: seed))
      _ = try world.run()
      return world.tally
    }
  }

  /// Runs `work`, which computes for long, on a thread of its own: the tests that talk to servers need
  /// the shared ones for short turns meanwhile.
  private func aside<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
    }
  }
}
