import Dispatch
import Transport

extension QueueActor {
  /// Runs `work` in the actor and returns what it gave. Blocks the calling thread: for actors that
  /// are not loops, and never back and forth between two.
  nonisolated func sync<Value: Sendable, Failure: Error>(
    _ work: @Sendable (isolated Self) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result: Result<Value, Failure> = executor.queue.sync {
      assumeIsolated { actor in
        do throws(Failure) {
          return .success(try work(actor))
        } catch {
          return .failure(error)
        }
      }
    }
    return try result.get()
  }
}
