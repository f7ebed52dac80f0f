/// A calendar date as far as it is known: `YYYY`, `YYYY-MM` or `YYYY-MM-DD` (BOOKS §5). Never
/// invented further than that, and never a moment in time: time zones cannot shift it.
public struct PartialDate: Hashable, Sendable {
  /// The year, 1…9999.
  public let year: Int
  /// The month, 1…12, where known.
  public let month: Int?
  /// The day, 1…31 as the month has, where known.
  public let day: Int?

  /// Reads `text`, or gives nil when it is no date of the (proleptic) Gregorian calendar written in
  /// one of the three forms.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 4 || bytes.count == 7 || bytes.count == 10,
      let year = Self.number(bytes[0..<4]), year >= 1
    else { return nil }
    self.year = year
    guard bytes.count > 4 else {
      (month, day) = (nil, nil)
      return
    }
    guard bytes[4] == UInt8(ascii: "-"), let month = Self.number(bytes[5..<7]),
      (1...12).contains(month)
    else { return nil }
    self.month = month
    guard bytes.count > 7 else {
      day = nil
      return
    }
    guard bytes[7] == UInt8(ascii: "-"), let day = Self.number(bytes[8..<10]),
      (1...Self.dayCount(year: year, month: month)).contains(day)
    else { return nil }
    self.day = day
  }

  /// The number of days in `month` of `year`.
  private static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
