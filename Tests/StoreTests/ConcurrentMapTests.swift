import Testing

@testable import Store

struct ConcurrentMapTests {
  @Test(arguments: [0, 1, 39, 40, 79, 80, 81, 1_000])
  func `every element is mapped once, in order`(count: Int) {
    #expect(Array(0..<count).concurrentMap { $0 * 2 } == (0..<count).map { $0 * 2 })
  }

  @Test func `of several that fail the first is told`() {
    struct Failure: Error, Equatable {
      let number: Int
    }
    #expect(throws: Failure(number: 130)) {
      try Array(0..<1_000).concurrentMap { number throws(Failure) in
        if number >= 130 { throw Failure(number: number) }
      }
    }
  }
}
