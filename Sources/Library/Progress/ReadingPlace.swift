/// How far one device has come in one reading, as its `progress` record says (BOOKS §5).
public struct ReadingPlace: Hashable, Sendable {
  /// What a place is counted in.
  public enum Unit: String, Hashable, Sendable {
    /// Pages.
    case page
    /// Hundredths of the whole.
    case percent
    /// Seconds of listening.
    case seconds
  }

  /// The device.
  public let device: String
  /// When it was there, in milliseconds since 1970 UTC.
  public let at: Int
  /// What `value` and `total` count; nil where the record knows only the fraction.
  public let unit: Unit?
  /// How far it is.
  public let value: Double?
  /// How far it is to the end.
  public let total: Double?
  /// The part of the whole that is behind the reader, from 0 to 1; nil where nobody knows how long the
  /// whole is.
  public internal(set) var share: Double?

  /// Reads a record; nil where it is deleted or says no place.
  public init?(_ record: EntityView) {
    guard record.entity.kind == "progress", !record.isDeleted, let pair = record.entity.pair
    else { return nil }
    let fields = record.fields
    device = pair.second
    at = fields["at"]?.int ?? record.at
    unit = fields["unit"]?.string.flatMap(Unit.init(rawValue:))
    value = unit == nil ? nil : fields["value"]?.number
    total = fields["total"]?.number.flatMap { $0 > 0 ? $0 : nil }
    let fraction = fields["fraction"]?.number
    if let value, let total {
      share = min(value / total, 1)
    } else if let fraction {
      share = fraction
    } else if unit == .percent, let value {
      share = min(value / 100, 1)
    } else if value == nil {
      return nil
    }
  }
}
