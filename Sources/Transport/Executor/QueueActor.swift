import Dispatch

/// An actor whose state is owned by a serial queue.
///
/// Its methods are synchronous: no `await`, hence no re-entrancy. Others talk to it by `post`, which
/// keeps their order; `Task { await … }` would not, and costs ten times as much.
package protocol QueueActor: Actor {
  /// The executor it lives on.
  nonisolated var executor: QueueExecutor { get }
}

extension QueueActor {
  /// The executor, as the runtime wants it.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Runs `work` in the actor, after everything that was posted before. Returns at once.
  ///
  /// For many small pieces of work use a `Mailbox` in front of it.
  package nonisolated func post(_ work: @escaping @Sendable (isolated Self) -> Void) {
    executor.queue.async { self.assumeIsolated(work) }
  }
}
