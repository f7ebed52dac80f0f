import Testing

@testable import Server

struct AnswerCacheTests {
  var cache = AnswerCache<String, Int>(byteCountMax: 100, milliseconds: 1_000)

  @Test mutating func `an answer is known for so long`() {
    cache.keep(1, byteCount: 10, to: "a", now: 0)
    #expect(cache.answer(to: "a", now: 999) == 1)
    #expect(cache.answer(to: "b", now: 999) == nil)
    #expect(cache.answer(to: "a", now: 1_000) == nil)
    #expect(cache.byteCount == 0)
  }

  @Test mutating func `what was asked for longest ago makes room`() {
    for (number, question) in ["a", "b", "c", "d"].enumerated() {
      cache.keep(number, byteCount: 25, to: question, now: 0)
    }
    #expect(cache.answer(to: "a", now: 1) == 0)
    cache.keep(4, byteCount: 40, to: "e", now: 2)
    #expect(cache.byteCount == 90)
    #expect(cache.answer(to: "b", now: 3) == nil && cache.answer(to: "c", now: 3) == nil)
    #expect(cache.answer(to: "a", now: 3) == 0 && cache.answer(to: "d", now: 3) == 3)
    #expect(cache.answer(to: "e", now: 3) == 4)
  }

  @Test mutating func `a newer answer takes the place of the former, and one too large of nothing`()
  {
    cache.keep(1, byteCount: 60, to: "a", now: 0)
    cache.keep(2, byteCount: 70, to: "a", now: 0)
    #expect(cache.answer(to: "a", now: 0) == 2 && cache.byteCount == 70)
    cache.keep(3, byteCount: 101, to: "b", now: 0)
    #expect(cache.answer(to: "b", now: 0) == nil && cache.answer(to: "a", now: 0) == 2)
  }
}
