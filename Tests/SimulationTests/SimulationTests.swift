import Dispatch
import Foundation
import Simulation
import Testing

/// Whole worlds, one seed each. A failure prints its seed; `DOGEAR_SIMULATION_SEED` runs that one
/// alone, `DOGEAR_SIMULATION_SEEDS` says how many to run, from a random one on with
/// `DOGEAR_SIMULATION_FRESH`.
struct SimulationTests {
  static var seeds: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["DOGEAR_SIMULATION_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    let count = environment["DOGEAR_SIMULATION_SEEDS"].flatMap { UInt64($0) } ?? 36
    let isFresh = environment["DOGEAR_SIMULATION_FRESH"] != nil
    let first = isFresh ? UInt64.random(in: 1_000...1_000_000_000) : 1
    return (0..<count).map { first + $0 }
  }

  @Test(arguments: seeds)
  func `whatever fails, everything comes to rest with nothing lost`(
    seed: UInt64
  ) async throws {
    let violations = try await aside {
      var simulation = try Simulation(seed: seed)
      return try simulation.run()
    }
    #expect(violations == [])
  }

  @Test func `a world with many devices and few things to edit comes to rest, too`() async throws {
    let violations = try await aside {
      var profile = Profile()
      profile.deviceCount = 12
      profile.editCount = 360
      profile.idCount = 2
      var simulation = try Simulation(seed: 7, profile: profile)
      return try simulation.run()
    }
    #expect(violations == [])
  }

  @Test func `in these worlds everything that can fail does`() async throws {
    var tally = Tally()
    for seed in Self.seeds.prefix(6) { tally += try await self.tally(of: seed) }
    #expect(tally.isComplete, "\(tally)")
  }

  @Test func `one seed makes one world`() async throws {
    let first = try await tally(of: 3)
    #expect(try await tally(of: 3) == first)
  }

  private func tally(of seed: UInt64) async throws -> Tally {
    try await aside {
      var simulation = try Simulation(seed: seed)
      _ = try simulation.run()
      return simulation.tally
    }
  }

  /// Runs `work`, which takes a second, on a thread of its own: the tests that talk to servers need
  /// the shared ones for short turns meanwhile.
  private func aside<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
    }
  }
}
