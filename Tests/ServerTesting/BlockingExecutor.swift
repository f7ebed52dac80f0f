import Dispatch

/// Runs an actor on a thread of its own, so that its methods may block in system calls without
/// holding up the threads all tests share.
package final class BlockingExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Makes an executor whose thread is named `label`.
  package init(label: String) {
    // Without a target queue each busy queue gets a thread, which is what blocking needs.
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = unsafe asUnownedSerialExecutor()
    queue.async { unsafe job.runSynchronously(on: executor) }
  }

  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
