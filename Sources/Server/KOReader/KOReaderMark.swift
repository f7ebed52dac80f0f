import Library

/// A place as it is kept for KOReader, which alone understands it: one of the `marks` of a `progress`.
struct KOReaderMark: Hashable {
  let place: KOReaderPlace
  /// When it came, in milliseconds since 1970 UTC: the plugin says no time of its own.
  let at: Int

  /// What is kept of `place`, which came `at`.
  init(_ place: KOReaderPlace, at: Int) {
    self.place = place
    self.at = at
  }

  /// Reads one of a list; nil where another program made it.
  init?(_ json: JSONValue) {
    guard let document = json["document"]?.string, let progress = json["place"]?.string,
      let fraction = json["fraction"]?.number, let device = json["device"]?.string,
      let at = json["at"]?.int
    else { return nil }
    let place = KOReaderPlace(
      document: document, progress: progress, fraction: fraction, device: device,
      deviceID: json["deviceId"]?.string)
    self.init(place, at: at)
  }

  /// Those of a `progress`, the last first.
  static func all(of record: JSONObject?) -> [KOReaderMark] {
    (record?["marks"]?.array ?? []).compactMap { KOReaderMark($0) }
  }

  /// The list that has this one first, and no other of the same file.
  func put(before marks: [KOReaderMark]) -> JSONValue {
    let others = marks.filter { $0.place.document != place.document }
    return .array(([self] + others).prefix(Library.Limits.marksMax).map(\.json))
  }

  private var json: JSONValue {
    var members: JSONObject = [
      "document": .string(place.document), "place": .string(place.progress),
      "fraction": .double(place.fraction), "device": .string(place.device), "at": .int(at),
    ]
    members["deviceId"] = place.deviceID.map(JSONValue.string)
    return .object(members)
  }

  /// The answer to `GET syncs/progress/DOCUMENT`: what was put there, and when, in seconds.
  var answer: JSONValue {
    var members: JSONObject = [
      "document": .string(place.document), "progress": .string(place.progress),
      "percentage": .double(place.fraction), "device": .string(place.device),
      "timestamp": .int(at / 1_000),
    ]
    members["device_id"] = place.deviceID.map(JSONValue.string)
    return .object(members)
  }
}
