import Server
import Testing

struct RateLimitTests {
  @Test func `an address has its burst, then one attempt per interval`() {
    var limit = RateLimit(burst: 3, refillMilliseconds: 100, addressesMax: 10)
    #expect((0..<3).map { _ in limit.attempt(by: "a", now: 1_000) } == [nil, nil, nil])
    #expect(limit.attempt(by: "a", now: 1_000) == 100)
    #expect(limit.attempt(by: "a", now: 1_060) == 40)
    #expect(limit.attempt(by: "a", now: 1_100) == nil)
    #expect(limit.attempt(by: "a", now: 1_100) == 100)
  }

  @Test func `one address does not use up another's attempts`() {
    var limit = RateLimit(burst: 1, refillMilliseconds: 100, addressesMax: 10)
    #expect(limit.attempt(by: "a", now: 0) == nil)
    #expect(limit.attempt(by: "b", now: 0) == nil)
    #expect(limit.attempt(by: "a", now: 0) != nil)
  }

  @Test func `rest gives all attempts back and no more`() {
    var limit = RateLimit(burst: 2, refillMilliseconds: 100, addressesMax: 10)
    _ = limit.attempt(by: "a", now: 0)
    _ = limit.attempt(by: "a", now: 0)
    #expect((0..<3).map { _ in limit.attempt(by: "a", now: 1_000_000) } == [nil, nil, 100])
  }

  @Test func `a flood of addresses does not let the one that tries most start afresh`() {
    var limit = RateLimit(burst: 2, refillMilliseconds: 1_000, addressesMax: 8)
    _ = limit.attempt(by: "guesser", now: 0)
    _ = limit.attempt(by: "guesser", now: 0)
    for number in 0..<100 { _ = limit.attempt(by: "\(number)", now: 0) }
    #expect(limit.attempt(by: "guesser", now: 0) != nil)
  }

  @Test func `a clock that is set back keeps nobody waiting for longer than ever`() {
    var limit = RateLimit(burst: 2, refillMilliseconds: 100, addressesMax: 10)
    _ = limit.attempt(by: "a", now: 1_000_000)
    #expect(limit.attempt(by: "a", now: 0) == 100)
    #expect(limit.attempt(by: "a", now: 100) == nil)
  }

  @Test func `to ask how long to wait takes no attempt`() {
    var limit = RateLimit(burst: 2, refillMilliseconds: 100, addressesMax: 10)
    #expect(limit.wait(of: "a", now: 0) == nil)
    _ = limit.attempt(by: "a", now: 0)
    #expect((0..<3).map { _ in limit.wait(of: "a", now: 0) } == [nil, nil, nil])
    _ = limit.attempt(by: "a", now: 0)
    #expect(limit.wait(of: "a", now: 30) == 70)
    #expect(limit.wait(of: "a", now: 100) == nil)
    #expect(limit.wait(of: "a", now: -1_000) == 100)
  }
}
