import Synchronization

/// The devices of each account, as they are stored.
///
/// Every hello is answered with their names, and after a restart all devices say hello at once: read
/// each time, a thousand of them would cost as much as a thousand times a thousand.
final class DeviceCache: Sendable {
  private struct State {
    var devices: [String: [DeviceRecord]] = [:]
    var changeCount = 0
  }

  private let state = Mutex(State())

  /// The devices of `account`: as `read` finds them, unless they are known and nothing was written
  /// since.
  func devices(
    of account: String, _ read: () throws(StoreError) -> [DeviceRecord]
  ) throws(StoreError) -> [DeviceRecord] {
    let (known, changeCount) = state.withLock { ($0.devices[account], $0.changeCount) }
    if let known { return known }
    let found = try read()
    // What was read before a write and comes here after it is old.
    state.withLock { state in
      if state.changeCount == changeCount { state.devices[account] = found }
    }
    return found
  }

  /// Takes note that a device was written.
  func forget() {
    state.withLock { state in
      state.devices = [:]
      state.changeCount += 1
    }
  }
}
