import CLinux
import Glibc

/// One epoll set: the descriptors of a loop, of which Dispatch watches only the set itself.
///
/// Safe although `epoll_event` is a union with a pointer in it: only its integer is ever used.
@safe struct Poller {
  /// A descriptor that is ready, by the token it was added with.
  struct Event {
    let token: UInt64
    let readiness: Readiness
  }

  /// What a descriptor is watched for, or ready for.
  struct Readiness: OptionSet {
    let rawValue: UInt32
    static let input = Readiness(rawValue: EPOLLIN.rawValue)
    static let output = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Error or hang-up: told whether asked for or not.
    static let broken = Readiness(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
  }

  let descriptor: Descriptor
  private var buffer = unsafe [epoll_event](
    repeating: epoll_event(), count: TransportLimits.eventCountMax)

  init() throws(TransportError) {
    descriptor = try Descriptor(epoll_create1(CInt(EPOLL_CLOEXEC)), from: "epoll_create1")
  }

  func add(_ watched: CInt, token: UInt64, for readiness: Readiness) {
    control(EPOLL_CTL_ADD, watched, token, readiness)
  }

  func change(_ watched: CInt, token: UInt64, to readiness: Readiness) {
    control(EPOLL_CTL_MOD, watched, token, readiness)
  }

  func remove(_ watched: CInt) {
    control(EPOLL_CTL_DEL, watched, 0, [])
  }

  /// Fills `events` with what is ready, after at most this long a wait.
  mutating func wait(milliseconds: CInt, into events: inout [Event]) {
    events.removeAll(keepingCapacity: true)
    let set = descriptor.raw
    let count = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      unsafe epoll_wait(set, buffer.baseAddress, CInt(buffer.count), milliseconds)
    }
    guard count > 0 else { return }  // Nothing, or EINTR: the next turn comes.
    for index in 0..<Int(count) {
      let event = unsafe buffer[index]
      unsafe events.append(
        Event(token: event.data.u64, readiness: Readiness(rawValue: event.events)))
    }
  }

  /// Fails only for a descriptor that is not ours, or when the kernel has no memory for 100 bytes.
  private func control(
    _ operation: CInt, _ watched: CInt, _ token: UInt64, _ readiness: Readiness
  ) {
    var event = unsafe epoll_event(
      events: readiness.rawValue, data: epoll_data_t(u64: token))
    let result = unsafe epoll_ctl(descriptor.raw, operation, watched, &event)
    precondition(result == 0, "epoll_ctl: errno \(errno)")
  }
}
