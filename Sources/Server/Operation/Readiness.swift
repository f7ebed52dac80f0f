import Synchronization

/// Whether the server can do its work now: `GET /readyz`.
///
/// Live and ready are two things: a server whose disk is full lives, and a restart would mend nothing,
/// but who deals out work may deal it elsewhere.
package final class Readiness: Sendable {
  private struct State {
    var isStopping = false
    var look: (at: Int, fault: String?)?
  }

  private let state = Mutex(State())

  /// A server that is ready until something else is seen.
  package init() {}

  /// Whether the server stops: what takes long ends early then, and says so.
  var isStopping: Bool { state.withLock(\.isStopping) }

  /// From now on the server is not ready, whatever else is true.
  package func stop() { state.withLock { $0.isStopping = true } }

  /// Why the server is not ready at `now`, as a sentence; nil where it is. `look` tells what is wrong with
  /// the disk, and is asked once per `Limits.readinessMilliseconds`, so that nobody can have the disk
  /// kept busy by asking.
  package func fault(now: Int, _ look: () -> String?) -> String? {
    let known: (isKnown: Bool, fault: String?) = state.withLock { state in
      if state.isStopping { return (true, "The server stops.") }
      guard let last = state.look, abs(now - last.at) < Limits.readinessMilliseconds else {
        return (false, nil)
      }
      return (true, last.fault)
    }
    if known.isKnown { return known.fault }
    let fault = look()
    state.withLock { $0.look = (now, fault) }
    return fault
  }
}
