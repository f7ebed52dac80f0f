/// On which days somebody read: the `days` of a `progress`, for all but the last place that a device noted is
/// written over (BOOKS §5).
public enum ReadingDays {
  /// Adds the day on which a place is noted.
  /// - Parameters:
  ///   - day: By the calendar of whoever notes the place, as `2026-11-21`.
  ///   - days: Those that are there.
  /// - Returns: The `add` of the change that notes the place: nothing, where the day is there, or there is
  ///   room for no more, since a place is not to be refused for the sake of its day.
  public static func adding(_ day: String, to days: JSONObject) -> ByName<JSONObject> {
    guard days[day] == nil, days.count < Limits.daysMax else { return [:] }
    return [Schema.daysField: [day: .null]]
  }
}
