import Foundation
import Synchronization
import Testing

@testable import Store

struct PipelineTests {
  @Test(arguments: [0, 1, 19, 20, 21, 40, 1_000])
  func `everything comes out once, in order`(count: Int) {
    let calls = Atomic(0)
    var doubling = Pipeline { (number: Int) in
      calls.add(1, ordering: .relaxed)
      return number * 2
    }
    for number in 0..<count { doubling.put(number) }
    #expect(Array(doubling.results()) == (0..<count).map { $0 * 2 })
    // By whoever began it, and at most once more by who asks.
    let callCount = calls.load(ordering: .relaxed)
    #expect(callCount >= count && callCount <= 2 * count)
  }

  /// A thread that has begun a part may lose its processor for longer than the part takes.
  @Test func `who asks waits for no other thread`() async {
    // On a thread of its own: the others may be as few as the tests that run.
    await withCheckedContinuation { ended in
      Thread.detachNewThread {
        let asker = pthread_self()
        let (begun, held) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isLate = Atomic(false)
        var numbers = Pipeline { (number: Int) in
          guard pthread_self() != asker, !isLate.load(ordering: .relaxed) else { return number }
          begun.signal()
          if held.wait(timeout: .now() + 10) == .timedOut { isLate.store(true, ordering: .relaxed) }
          return number
        }
        for number in 0..<100 { numbers.put(number) }
        #expect(begun.wait(timeout: .now() + 10) == .success)
        #expect(Array(numbers.results()) == Array(0..<100))
        let wasLate = isLate.load(ordering: .relaxed)
        #expect(!wasLate)
        for _ in 0..<100 { held.signal() }
        ended.resume()
      }
    }
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
