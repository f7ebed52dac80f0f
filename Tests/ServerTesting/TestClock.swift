import Dispatch
import Glibc
import Server
import Synchronization

/// A clock that stands until it is moved, so that nothing is ever late because the machine is busy.
package final class TestClock: Sendable {
  private struct State {
    var time: Int
    var held: String?
  }

  private let state: Mutex<State>
  private let gate = DispatchSemaphore(value: 0)
  private let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)

  /// A clock that shows the machine's time of now.
  package init() { state = Mutex(State(time: SystemClock.now())) }

  /// Milliseconds since 1970 UTC.
  package func now() -> Int {
    let (time, isHeld) = state.withLock { state in
      guard let held = state.held, held == Self.queueLabel else { return (state.time, false) }
      state.held = nil
      return (state.time, true)
    }
    if isHeld {
      arrival.yield()
      gate.wait()
    }
    return time
  }

  /// Moves the clock.
  package func advance(byMilliseconds milliseconds: Int) {
    state.withLock { $0.time += milliseconds }
  }

  /// Has the next one who asks the time on the queue of that label wait for `release`: in the middle of
  /// its work, for as long as a test wants.
  package func hold(queue label: String) {
    state.withLock { $0.held = label }
  }

  /// Waits until somebody is held.
  package func isHolding() async {
    for await _ in arrivals { return }
  }

  /// Lets who is held go on.
  package func release() {
    gate.signal()
  }

  /// The label of the queue that the caller runs on. Dispatch on Linux tells it to C alone.
  private static var queueLabel: String {
    typealias Function = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>
    guard let symbol = unsafe dlsym(nil, "dispatch_queue_get_label") else {
      preconditionFailure("Dispatch tells no label.")
    }
    return unsafe String(cString: unsafeBitCast(symbol, to: Function.self)(nil))
  }
}
