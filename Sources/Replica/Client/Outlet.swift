import Synchronization

/// What can wait for a slow observer as one, however much of it there is.
protocol Coalescing: Sendable {
  /// Takes in what came later. What is held stays bounded.
  mutating func absorb(_ later: Self)
}

/// One observer's end of a stream: what has not been fetched yet is held as one element, so that an
/// observer that is slow, or asleep, holds up nobody and grows nothing.
final class Outlet<Element: Coalescing>: Sendable {
  private struct State {
    var pending: Element?
    var waiter: CheckedContinuation<Element?, Never>?
    var isFinished = false
  }

  private let state = Mutex(State())

  /// Gives `element` to the observer, or adds it to what waits.
  func put(_ element: Element) {
    let waiter = state.withLock { state -> CheckedContinuation<Element?, Never>? in
      guard !state.isFinished else { return nil }
      if let waiter = state.waiter {
        state.waiter = nil
        return waiter
      }
      if state.pending == nil { state.pending = element } else { state.pending?.absorb(element) }
      return nil
    }
    waiter?.resume(returning: element)
  }

  /// Ends the stream, after what waits.
  func finish() {
    let waiter = state.withLock { state in
      state.isFinished = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: nil)
  }

  /// The observer's stream. It holds the outlet: when it is gone, so is this.
  func stream() -> AsyncStream<Element> {
    AsyncStream {
      await self.next()
    } onCancel: {
      self.finish()
    }
  }

  private func next() async -> Element? {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Element?? in
        if let pending = state.pending {
          state.pending = nil
          return pending
        }
        if state.isFinished { return .some(nil) }
        precondition(state.waiter == nil, "A stream has one reader.")
        state.waiter = continuation
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }
}

/// All observers of one thing, as long as their streams live.
struct Outlets<Element: Coalescing> {
  private struct Entry {
    weak var outlet: Outlet<Element>?
  }

  private var entries: [Entry] = []

  /// Adds an observer, who gets `first` to begin with.
  mutating func add(_ first: Element? = nil) -> AsyncStream<Element> {
    let outlet = Outlet<Element>()
    if let first { outlet.put(first) }
    entries.append(Entry(outlet: outlet))
    return outlet.stream()
  }

  /// Tells everybody.
  mutating func put(_ element: Element) {
    entries.removeAll { $0.outlet == nil }
    for entry in entries { entry.outlet?.put(element) }
  }

  /// Ends all streams.
  mutating func finish() {
    for entry in entries { entry.outlet?.finish() }
    entries = []
  }
}
