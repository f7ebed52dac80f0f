import Dispatch
import Simulation
import Testing

/// Whole worlds, one seed each; `make test-simulation` looks at hundreds more in an optimised build. A
/// failure prints its seed, and `make simulate SEEDS=a..b` makes a failing world small.
struct SimulationTests {
  @Test(arguments: 1...20)
  func `whatever fails, everything comes to rest with nothing lost`(
    seed: UInt64
  ) async throws {
    #expect(try await outcome(of: seed).violations == [])
  }

  @Test func `one seed makes one world`() async throws {
    let first = try await outcome(of: 3).tally
    #expect(try await outcome(of: 3).tally == first)
  }

  /// What became of a world. It runs on a thread of its own, for it computes for long: other tests
  /// need the shared ones for short turns meanwhile.
  private func outcome(of seed: UInt64) async throws -> (violations: [String], tally: Tally) {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            var world = try World(Script(seed: seed))
            return (try world.run(), world.tally)
          })
      }
    }
  }
}
