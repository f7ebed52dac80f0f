import CLinux
import Glibc

/// Wakes a loop from any thread: an eventfd in its epoll set, for a queue's work would wait while the
/// loop lingers in `epoll_wait`.
final class Bell: Sendable {
  let descriptor: Descriptor

  init() throws(TransportError) {
    descriptor = try Descriptor(
      eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC)), from: "eventfd")
  }

  func ring() {
    eventfd_write(descriptor.raw, 1)
  }

  /// Silences the bell: what is rung from now on wakes the loop again.
  func answer() {
    var count: eventfd_t = 0
    unsafe eventfd_read(descriptor.raw, &count)
  }
}
