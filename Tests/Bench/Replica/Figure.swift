/// One line of the table: what was measured, how much it is, and how much it may be.
struct Figure {
  let name: String
  let value: Double
  let unit: String
  let limit: Double?

  init(_ name: String, seconds: Duration, atMost limit: Double?) {
    self.init(name, seconds / .seconds(1), "s", limit)
  }

  init(_ name: String, milliseconds: Duration, atMost limit: Double? = nil) {
    self.init(name, milliseconds / .milliseconds(1), "ms", limit)
  }

  init(_ name: String, megabytes byteCount: Int, atMost limit: Double? = nil) {
    self.init(name, Double(byteCount) / 1e6, "MB", limit)
  }

  init(_ name: String, mebibytes byteCount: Int, atMost limit: Double?) {
    self.init(name, Double(byteCount) / 1_048_576, "MiB", limit)
  }

  init(_ name: String, kibibytes byteCount: Int, atMost limit: Double?) {
    self.init(name, Double(byteCount) / 1_024, "KiB", limit)
  }

  init(_ name: String, percent share: Double) {
    self.init(name, share * 100, "%", nil)
  }

  init(_ name: String, ratio: Double, atMost limit: Double?) {
    self.init(name, ratio, "×", limit)
  }

  init(_ name: String, count: Int, _ unit: String) {
    self.init(name, Double(count), unit, nil)
  }

  private init(_ name: String, _ value: Double, _ unit: String, _ limit: Double?) {
    self.name = name
    self.value = value
    self.unit = unit
    self.limit = limit
  }

  /// Whether it compares two things measured alike.
  var isRatio: Bool { unit == "×" }

  /// Whether it is as it must be.
  var isWithin: Bool { limit.map { value <= $0 } ?? true }

  /// The line.
  var text: String {
    let padding = String(repeating: " ", count: max(1, 52 - name.count))
    let bound = limit.map { "  (at most \(Self.number($0)) \(unit))" } ?? ""
    return "\(name)\(padding)\(Self.number(value)) \(unit)\(bound)\(isWithin ? "" : "  MISSED")"
  }

  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
