import Library
import NavigationWalk
import Testing

@Suite(.enabled(if: Walk.isPossible)) struct TraceTests {
  @Test func `the shared random trace goes the same way in Swift and JavaScript`() throws {
    let trace = Walk.trace
    let expected = try #require(trace["hashes"]?.array).compactMap(\.int)
    let every = try #require(trace["every"]?.int)
    let seed = try #require(trace["seed"]?.int)
    let stepCount = try #require(trace["steps"]?.int)
    let hashes = Walk.hashes(seed: seed, stepCount: stepCount, every: every)
    let divergence = zip(hashes, expected).enumerated().first { Int($1.0) != $1.1 }
    #expect(divergence == nil, "between steps \((divergence?.offset ?? 0) * every) and \(every) on")
    #expect(hashes.count == expected.count)
  }
}
