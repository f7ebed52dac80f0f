import Library

/// One line of the table: what was measured, how much it is, and how much it may be.
struct Figure {
  /// What is asked of a figure.
  enum Bar {
    case atMost(Double)
    case atLeast(Double)
    /// There is no figure, and there should be.
    case measured
  }

  let name: String
  let value: Double
  let unit: String
  let bar: Bar?

  init(_ name: String, seconds: Duration, atMost limit: Double?) {
    self.init(name, seconds / .seconds(1), "s", limit)
  }

  init(_ name: String, milliseconds: Duration, atMost limit: Double? = nil) {
    self.init(name, milliseconds / .milliseconds(1), "ms", limit)
  }

  init(_ name: String, microseconds: Duration) {
    self.init(name, microseconds / .microseconds(1), "µs", nil)
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

  init(_ name: String, ratio: Double, atLeast limit: Double?) {
    self.init(name, ratio, "×", bar: limit.map(Bar.atLeast))
  }

  init(_ name: String, perSecond rate: Double) {
    self.init(name, rate, "a second", nil)
  }

  init(_ name: String, perServerSecond rate: Double) {
    self.init(name, rate, "a CPU second", nil)
  }

  init(loadOf machine: Double, in part: String) {
    self.init("load of the machine after \(part)", machine, "", nil)
  }

  /// Stands where the figures of a part should, which it could not measure.
  init(failureOf part: String, _ error: any Error) {
    self.init("\(part) failed: \(error)", 0, "", bar: .measured)
  }

  init(_ name: String, count: Int, _ unit: String) {
    self.init(name, Double(count), unit, nil)
  }

  private init(_ name: String, _ value: Double, _ unit: String, _ limit: Double?) {
    self.init(name, value, unit, bar: limit.map(Bar.atMost))
  }

  private init(_ name: String, _ value: Double, _ unit: String, bar: Bar?) {
    self.name = name
    self.value = value
    self.unit = unit
    self.bar = bar
  }

  /// Whether it compares two things measured alike.
  var isRatio: Bool { unit == "×" }

  /// Whether it is as it must be.
  var isWithin: Bool {
    switch bar {
    case nil: true
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    case .measured: false
    }
  }

  /// The line.
  var text: String {
    if case .measured = bar { return "\(name)  MISSED" }
    let padding = String(repeating: " ", count: max(1, 64 - name.count))
    let bound =
      switch bar {
      case nil, .measured: ""
      case .atMost(let limit): "  (at most \(Self.number(limit)) \(unit))"
      case .atLeast(let limit): "  (at least \(Self.number(limit)) \(unit))"
      }
    return "\(name)\(padding)\(Self.number(value)) \(unit)\(bound)\(isWithin ? "" : "  MISSED")"
  }

  /// The same for programs.
  var json: JSONValue {
    var members: JSONObject = [
      "name": .string(name), "value": .double(value), "unit": .string(unit),
      "within": .bool(isWithin),
    ]
    switch bar {
    case nil: break
    case .atMost(let limit): members["atMost"] = .double(limit)
    case .atLeast(let limit): members["atLeast"] = .double(limit)
    case .measured: members["value"] = .null
    }
    return .object(members)
  }

  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
