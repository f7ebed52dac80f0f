import Glibc

/// The date that answers carry (RFC 9110 §6.6.1), written once a second. Confined to its loop.
final class HTTPDate {
  private var second = -1
  private var text = ""

  /// The time of now, as `text(of:)` writes it.
  func now() -> String {
    // A clock without a battery may begin before 1970.
    let now = max(0, time(nil))
    if now != second {
      second = now
      text = Self.text(of: now)
    }
    return text
  }

  /// Seconds since 1970 UTC as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
  static func text(of seconds: Int) -> String {
    let days = seconds / 86_400
    let time = seconds % 86_400
    // 1970 began with a Thursday.
    let weekday = weekdays[(days + 4) % 7]
    let clock = [time / 3_600, time / 60 % 60, time % 60].map(twoDigits).joined(separator: ":")
    return "\(weekday), \(date(of: days)) \(clock) GMT"
  }

  /// The day so many days after the first of 1970. Years are counted from March on, so that the day that
  /// leap years have is their last, in eras of 400 years, which are all of one length.
  private static func date(of days: Int) -> String {
    let sinceMarch = days + 719_468
    let day = sinceMarch % 146_097
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let ofYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let ofMonth = ofYear - (153 * month + 2) / 5 + 1
    let calendarYear = sinceMarch / 146_097 * 400 + year + (month >= 10 ? 1 : 0)
    return "\(twoDigits(ofMonth)) \(months[month]) \(calendarYear)"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb",
  ]
}
