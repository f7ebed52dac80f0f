import Dispatch

/// Runs an actor on a serial Dispatch queue, so that what sockets and timers say enters it
/// synchronously and in order. (`Task { await … }` for each message would reorder them.)
final class ActorQueue: SerialExecutor {
  let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label, target: .global(qos: .userInitiated))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// An actor on a queue. What it does for sockets and timers is synchronous, so that nothing else gets
/// in between.
protocol QueueConfined: Actor {
  nonisolated var executor: ActorQueue { get }
}

extension QueueConfined {
  /// The executor, as the runtime wants it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Runs `work` in the actor, after everything that was posted before. Returns at once.
  nonisolated func post(_ work: @escaping @Sendable (isolated Self) -> Void) {
    executor.queue.async { self.assumeIsolated(work) }
  }
}
