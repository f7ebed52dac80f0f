import Library

/// A day, month or year of the calendar as files write it. Never a moment: a time zone cannot shift
/// it to another day.
struct CalendarDate: Hashable {
  /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD` (BOOKS §5, PartialDate).
  let text: String
  private let date: PartialDate

  /// Reads `yyyy/MM/dd`, `yyyy-MM-dd` and both without day or without month and day. Nil for a day
  /// that no calendar has, and for orders that could mean two days.
  init?(_ source: String) {
    let parts = source.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
    guard (1...3).contains(parts.count) else { return nil }
    let padded = parts.map { $0.utf8.count == 1 ? "0" + $0 : String($0) }
    text = padded.joined(separator: "-")
    guard let date = PartialDate(text) else { return nil }
    self.date = date
  }

  /// Noon of the day at Greenwich, in milliseconds since 1970 UTC; nil when no day is given, or the
  /// day lies before 1970.
  ///
  /// Noon, because it falls on the same calendar day nearly everywhere: from UTC−12 to UTC+11.
  var noonMilliseconds: Int? {
    guard let month = date.month, let day = date.day, date.year >= 1970 else { return nil }
    return (Self.dayNumber(year: date.year, month: month, day: day) * 24 + 12) * 3_600_000
  }

  /// `yyyy/MM/dd` of the day in UTC on which `milliseconds` since 1970 falls.
  static func slashed(milliseconds: Int) -> String {
    let (year, month, day) = calendarDay(max(0, milliseconds) / 86_400_000)
    return "\(year)/\(twoDigits(month))/\(twoDigits(day))"
  }

  /// Days since 1970-01-01 in the Gregorian calendar, counted in years that begin on 1 March, so
  /// that the leap day comes last.
  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  private static func calendarDay(_ number: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
