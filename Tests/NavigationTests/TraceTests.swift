import Library
import Navigation
import Testing

@Suite(.enabled(if: Walk.isPossible)) struct TraceTests {
  @Test func `the shared random trace goes the same way in Swift and JavaScript`() throws {
    let trace = Walk.trace
    let hashes = try #require(trace["hashes"]?.array)
    let expected = hashes.compactMap(\.int)
    let every = try #require(trace["every"]?.int)
    let seed = try #require(trace["seed"]?.int)
    var walk = Walk(seed: seed)
    var fingerprint = Fingerprint()
    for (block, hash) in expected.enumerated() {
      var last: LocalScene?
      for _ in 0..<every {
        let step = walk.next()
        fingerprint.add(step.outputs.json)
        last = step.after
      }
      let window = try #require(last)
      fingerprint.add(window.json)
      let isSame = Int(fingerprint.hash) == hash
      try #require(isSame, "between steps \(block * every) and \((block + 1) * every)")
    }
    #expect(expected.count * every == trace["steps"]?.int)
  }
}
