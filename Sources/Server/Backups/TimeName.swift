import Glibc

/// A moment as it stands in a file's name: `20261121T105312Z`, in UTC, so that names in alphabetical
/// order are in order of time (ISO 8601, basic form).
package struct TimeName: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Whole seconds since 1970 UTC.
  package let seconds: Int

  /// Names the second that `milliseconds` since 1970 UTC lie in.
  package init(milliseconds: Int) {
    seconds = milliseconds / 1_000
  }

  /// Reads a name; nil where it is written in any other way than `description` writes it.
  package init?(_ text: some StringProtocol) {
    let digits = Array(text.utf8).map { Int32($0) - 48 }
    guard digits.count == 16 else { return nil }
    func number(_ range: Range<Int>) -> Int32 { digits[range].reduce(0) { $0 * 10 + $1 } }
    var parts = unsafe tm()
    unsafe parts.tm_year = number(0..<4) - 1_900
    unsafe parts.tm_mon = number(4..<6) - 1
    unsafe parts.tm_mday = number(6..<8)
    unsafe parts.tm_hour = number(9..<11)
    unsafe parts.tm_min = number(11..<13)
    unsafe parts.tm_sec = number(13..<15)
    seconds = unsafe timegm(&parts)
    // Letters, a thirteenth month and the like come out as something else.
    guard description == String(text) else { return nil }
  }

  /// Whether `left` is earlier.
  package static func < (left: TimeName, right: TimeName) -> Bool { left.seconds < right.seconds }

  /// The second after this one.
  package var next: TimeName { TimeName(milliseconds: (seconds + 1) * 1_000) }

  /// The name.
  package var description: String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    unsafe gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = unsafe strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
