import Library
import TestSupport
import Testing

/// Where a reading stands on all devices together.
struct ReadingProgressTests {
  @Test(arguments: try Vectors.cases("library", "progress.json"))
  func `the latest and the furthest place are as the vectors say`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    let records = try #require(given["records"]?.array).map { try World.view($0) }
    var lengths: [ReadingPlace.Unit: Double] = [:]
    for (unit, length) in given["lengths"]?.object ?? [:] {
      lengths[try #require(ReadingPlace.Unit(rawValue: unit))] = length.number
    }
    for records in [records, records.reversed()] {
      let progress = ReadingProgress(of: records, lengths: lengths)
      #expect((progress.map(json) ?? .null) == vector.body["expect"])
    }
  }

  @Test func `a day comes with the first place noted on it, while there is room`() {
    let day = "2026-11-21"
    #expect(ReadingDays.adding(day, to: [:]) == ["days": [day: .null]])
    #expect(ReadingDays.adding(day, to: ["2026-11-20": .null]) == ["days": [day: .null]])
    #expect(ReadingDays.adding(day, to: [day: .null]) == [:])
    let some = (1..<Limits.daysMax).map { ("day-\($0)", JSONValue.null) }
    #expect(ReadingDays.adding(day, to: JSONObject(uniqueKeysWithValues: some)) != [:])
    let all = some + [("day-0", .null)]
    #expect(ReadingDays.adding(day, to: JSONObject(uniqueKeysWithValues: all)) == [:])
    #expect(Limits.daysMax < Limits.elementsPerSetMax)
  }

  private func json(_ progress: ReadingProgress) -> JSONValue {
    [
      "latest": json(progress.latest), "furthest": json(progress.furthest),
      "differ": .bool(progress.differ),
    ]
  }

  private func json(_ place: ReadingPlace) -> JSONValue {
    func number(_ value: Double?) -> JSONValue { value.map(JSONValue.init(number:)) ?? .null }
    return [
      "device": .string(place.device), "at": .int(place.at),
      "unit": place.unit.map { .string($0.rawValue) } ?? .null, "value": number(place.value),
      "total": number(place.total), "share": number(place.share),
    ]
  }
}
