import Glibc

/// The machine's clock.
package enum SystemClock {
  /// Milliseconds since 1970 UTC.
  package static func now() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
