import Dispatch
import Replica
import Synchronization

/// A storage in memory whose writes wait while it is shut, or fail.
final class GatedStorage: LocalStorage {
  private struct State {
    var isOpen = true
    var refuses = false
    var waiters: [DispatchSemaphore] = []
  }

  private let inner = MemoryStorage()
  private let state = Mutex(State())

  /// Lets no write through from now on.
  func shut() { state.withLock { $0.isOpen = false } }

  /// Lets all writes through.
  func open() { letGo(refusing: false) }

  /// Lets all writes fail, those that wait first.
  func refuse() { letGo(refusing: true) }

  private func letGo(refusing: Bool) {
    let waiters = state.withLock { state in
      state.isOpen = true
      state.refuses = refusing
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.signal() }
  }

  func load() throws(StorageError) -> Kept { try inner.load() }

  func write(_ batch: Batch) throws(StorageError) {
    let waiter = state.withLock { state -> DispatchSemaphore? in
      guard !state.isOpen else { return nil }
      let waiter = DispatchSemaphore(value: 0)
      state.waiters.append(waiter)
      return waiter
    }
    waiter?.wait()
    if state.withLock(\.refuses) { throw .full }
    try inner.write(batch)
  }

  func keep(token: String) throws(StorageError) { try inner.keep(token: token) }

  func close() {}
}
