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

  /// - Throws: `.system` where the machine has no room to watch one more.
  func add(_ watched: CInt, token: UInt64, for readiness: Readiness) throws(TransportError) {
    let code = control(EPOLL_CTL_ADD, watched, token, readiness)
    guard code != 0 else { return }
    precondition(Self.isFull(code), "epoll_ctl: errno \(code)")
    throw .system(call: "epoll_ctl", code: code)
  }

  func change(_ watched: CInt, token: UInt64, to readiness: Readiness) {
    let code = control(EPOLL_CTL_MOD, watched, token, readiness)
    precondition(code == 0, "epoll_ctl: errno \(code)")
  }

  func remove(_ watched: CInt) {
    let code = control(EPOLL_CTL_DEL, watched, 0, [])
    precondition(code == 0, "epoll_ctl: errno \(code)")
  }

  /// Whether `code` says that the machine has no room to watch one more (epoll_ctl(2)): a bound of its own for
  /// each user, `fs.epoll.max_user_watches`, or memory. Any other is a mistake of ours; and what is watched
  /// already needs no room.
  static func isFull(_ code: CInt) -> Bool { code == ENOSPC || code == ENOMEM }

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

  /// Returns 0, or `errno`.
  private func control(
    _ operation: CInt, _ watched: CInt, _ token: UInt64, _ readiness: Readiness
  ) -> CInt {
    var event = unsafe epoll_event(
      events: readiness.rawValue, data: epoll_data_t(u64: token))
    return unsafe epoll_ctl(descriptor.raw, operation, watched, &event) == 0 ? 0 : errno
  }
}
