import Dispatch
import Testing
import Transport

@Suite(.timeLimit(.minutes(1)))
struct QueueActorTests {
  actor Log: QueueActor {
    nonisolated let executor = QueueExecutor(label: "test.log")
    private(set) var numbers: [Int] = []

    func note(_ number: Int) { numbers.append(number) }
  }

  @Test func `what is posted runs in its order, and before what is awaited after it`() async {
    let log = Log()
    for number in 0..<10_000 { log.post { $0.note(number) } }
    #expect(await log.numbers == Array(0..<10_000))
  }

  @Test func `a callback of Dispatch on the queue enters the actor synchronously`() async {
    let log = Log()
    log.executor.queue.sync {
      log.assumeIsolated { log in
        log.note(1)
        log.note(2)
      }
    }
    #expect(await log.numbers == [1, 2])
  }

  private static func enterFromHere(_ log: Log) {
    log.assumeIsolated { $0.note(1) }
  }

  @Test func `entering from anywhere else traps`() async {
    await #expect(processExitsWith: .failure) {
      Self.enterFromHere(Log())
    }
  }
}
