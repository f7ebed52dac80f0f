import CLinux
import Glibc

/// Wakes a loop at one time to come: a timerfd in its epoll set.
struct AlarmClock {
  let descriptor: Descriptor
  private var armed: ContinuousClock.Instant?

  init() throws(TransportError) {
    descriptor = try Descriptor(
      timerfd_create(CLOCK_BOOTTIME, CInt(TFD_NONBLOCK | TFD_CLOEXEC)),
      from: "timerfd_create")
  }

  /// Sets the alarm to go off at `time`, unless it goes off sooner already: who is woken too early
  /// looks at the deadlines and sets it again.
  mutating func set(_ time: ContinuousClock.Instant) {
    if let armed, armed <= time { return }
    armed = time
    // A zero duration would disarm it.
    let (seconds, attoseconds) = max(time - .now, .microseconds(1)).components
    var setting = itimerspec()
    setting.it_value = timespec(
      tv_sec: Int(seconds), tv_nsec: max(1, Int(attoseconds / 1_000_000_000)))
    unsafe timerfd_settime(descriptor.raw, 0, &setting, nil)
  }

  /// Acknowledges that it went off.
  mutating func answer() {
    var count: UInt64 = 0
    unsafe Glibc.read(descriptor.raw, &count, MemoryLayout<UInt64>.size)
    armed = nil
  }
}
