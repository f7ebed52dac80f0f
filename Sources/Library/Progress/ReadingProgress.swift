/// Where a reading stands on all devices together (SYNC §2, *reading progress*);
/// `Web/library/reading-progress.js` is the same.
///
/// Nothing is overwritten: a device that lags behind and one that went back on purpose look alike, so
/// both places are shown, and the reader chooses.
public struct ReadingProgress: Hashable, Sendable {
  /// Where the reader was last, forward or back.
  public let latest: ReadingPlace
  /// The furthest that any device has come.
  public let furthest: ReadingPlace
  /// Whether the two are worth telling apart.
  public let differ: Bool

  /// Places closer than this are the same one, counted in different units: percents are whole.
  private static let shareTolerance = 0.01

  /// Weighs the `progress` records of one reading; nil where none says a place.
  ///
  /// A record without a total borrows it from the latest that counts the same, or from `lengths`. Of
  /// equally late or far places the other measure decides, in the end the device's id.
  /// - Parameters:
  ///   - records: In any order.
  ///   - lengths: How long the book is, where the reading or the book says so.
  public init?(of records: [EntityView], lengths: [ReadingPlace.Unit: Double] = [:]) {
    let known = records.compactMap(ReadingPlace.init)
    let places = known.map { Self.sized($0, known, lengths) }
    guard let latest = places.max(by: { Self.isEarlier($0, $1) }) else { return nil }
    self.latest = latest
    // Without a share, places compare only in the unit that the reader used last.
    let isSized = places.contains { $0.share != nil }
    let rivals = places.filter { isSized ? $0.share != nil : $0.unit == latest.unit }
    furthest = rivals.max(by: { Self.isNearer($0, $1) }) ?? latest
    differ = Self.isApart(latest, furthest)
  }

  private static func sized(
    _ place: ReadingPlace, _ others: [ReadingPlace], _ lengths: [ReadingPlace.Unit: Double]
  ) -> ReadingPlace {
    guard place.share == nil, let unit = place.unit, let value = place.value else { return place }
    let lender = others.filter { $0.unit == unit && $0.total != nil }
      .max(by: { isEarlier($0, $1) })
    guard let length = lender?.total ?? lengths[unit], length > 0 else { return place }
    var sized = place
    sized.share = min(value / length, 1)
    return sized
  }

  private static func isEarlier(_ left: ReadingPlace, _ right: ReadingPlace) -> Bool {
    (left.at, measure(left), left.device) < (right.at, measure(right), right.device)
  }

  private static func isNearer(_ left: ReadingPlace, _ right: ReadingPlace) -> Bool {
    (measure(left), left.at, left.device) < (measure(right), right.at, right.device)
  }

  /// What places that compare at all compare by.
  private static func measure(_ place: ReadingPlace) -> Double {
    place.share ?? place.value ?? 0
  }

  private static func isApart(_ latest: ReadingPlace, _ furthest: ReadingPlace) -> Bool {
    if latest.device == furthest.device { return false }
    guard let near = latest.share, let far = furthest.share else {
      return latest.unit != furthest.unit || latest.value != furthest.value
    }
    return latest.unit == furthest.unit && latest.unit != nil
      ? far != near : abs(far - near) >= shareTolerance
  }
}
