package import Dispatch

/// Runs an actor on a serial Dispatch queue, so that Dispatch callbacks enter it synchronously.
///
/// Dispatch on Linux has no `DispatchSerialQueue`, hence this one. The queue always has a target:
/// hundreds of busy serial queues without one make hundreds of threads.
package final class QueueExecutor: SerialExecutor {
  /// The serial queue.
  package let queue: DispatchQueue

  /// An executor on a new serial queue. Executors that share a target share its threads: the global
  /// queues have one per core, so whoever blocks there holds up all the others.
  package init(label: String, target: DispatchQueue = .global(qos: .userInitiated)) {
    queue = DispatchQueue(label: label, target: target)
  }

  /// An executor with a thread of its own while it is busy: for event loops, which nobody may hold
  /// up, and for actors that wait for a disk. Have few of them, and never one per connection.
  package static func dedicated(label: String) -> QueueExecutor {
    // A serial queue without a target of its own runs on a thread beyond the pool's.
    QueueExecutor(label: label, target: DispatchQueue(label: label + ".thread"))
  }

  /// Runs a job of the actor on the queue.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  /// Lets `assumeIsolated` through on this queue, and traps anywhere else, in release builds too.
  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
