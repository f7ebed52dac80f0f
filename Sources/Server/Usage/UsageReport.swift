package import Library

/// What one device has counted since some moment of its own clock.
package struct UsageReport: Hashable, Sendable {
  /// When it began to count, in milliseconds since 1970 UTC by its clock.
  package let since: Int
  /// How often each thing was done, by `UsageCounter`.
  package let counts: ByName<Int>

  /// Reads `{since, counts}`.
  /// - Throws: `AdministrationError.badQuery`, a sentence for whoever wrote it.
  package init(_ json: JSONValue?) throws(AdministrationError) {
    guard let since = json?["since"]?.int, since >= 0, let members = json?["counts"]?.object else {
      throw .badQuery("A usage report is JSON with “since” and “counts”.")
    }
    var counts: ByName<Int> = [:]
    for (name, value) in members {
      guard UsageCounter.isCounter(name) else {
        throw .badQuery("A usage report counts only what the client is known to count.")
      }
      guard let count = value.int, (0...Limits.usageCountMax).contains(count) else {
        throw .badQuery("A count is a whole number from 0 to \(Limits.usageCountMax).")
      }
      counts[name] = count
    }
    self.since = since
    self.counts = counts
  }
}

/// The latest report of each device whose owner sends them. Kept in memory alone: a device sends all its
/// counts again, so nothing is lost with them, and what was never written need not be deleted.
struct UsageBoard {
  private var reports: [String: (report: UsageReport, at: Int)] = [:]

  /// Keeps a device's report in place of the one before.
  mutating func keep(_ report: UsageReport, of device: String, at now: Int) {
    reports[device] = (report, now)
  }

  /// Forgets a device's report.
  mutating func forget(_ device: String) {
    reports[device] = nil
  }

  /// `{devices:[{id, name, at, since, counts}]}` of those of `devices` that have sent one.
  func json(of devices: [(id: String, name: String)]) -> JSONValue {
    let known = devices.compactMap { device in
      reports[device.id].map { kept -> JSONValue in
        [
          "id": .string(device.id), "name": .string(device.name), "at": .int(kept.at),
          "since": .int(kept.report.since),
          "counts": .object(kept.report.counts.mapValues(JSONValue.int)),
        ]
      }
    }
    return ["devices": .array(known)]
  }
}
