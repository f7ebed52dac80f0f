import Synchronization
import Testing

@testable import Store

struct PipelineTests {
  @Test(arguments: [0, 1, 39, 40, 41, 80, 1_000])
  func `everything comes out once, in order`(count: Int) {
    let calls = Atomic(0)
    var doubling = Pipeline { (number: Int) in
      calls.add(1, ordering: .relaxed)
      return number * 2
    }
    for number in 0..<count { doubling.put(number) }
    #expect(Array(doubling.results()) == (0..<count).map { $0 * 2 })
    #expect(calls.load(ordering: .relaxed) == count)
  }

  /// Whoever asks does the work where nobody else does: even if all other threads are busy.
  @Test func `who stops half-way leaves nothing behind that matters`() {
    for _ in 0..<200 {
      var numbers = Pipeline { (number: Int) in number }
      for number in 0..<400 { numbers.put(number) }
      for number in numbers.results() where number == 100 { break }
    }
  }
}
