import Library

/// §4.9: a conflict record is there only where two wrote different things without having seen each
/// other. That it is there then follows from every value being kept.
func checkConflictRecords(_ evidence: Evidence) -> [String] {
  var sentences: [String] = []
  for (place, records) in evidence.conflicts {
    var writes: [Log.Write] = []
    for key in evidence.family(of: place.entity) {
      writes += evidence.log.writes[Place(key, place.field)] ?? []
      for (entry, change) in evidence.log.changes[key] ?? [] {
        for value in (change.add[place.field] ?? [:]).values {
          writes.append(Log.Write(entry: entry, entity: key, value: value))
        }
      }
    }
    for record in records {
      if record.kept == record.lost {
        sentences.append("The conflict record \(record.id) keeps one value twice.")
      }
      // What came later may be one of the two again.
      let earlier = writes.filter { $0.entry.seq <= evidence.log.seq(of: record.operation) }
      let losers = evidence.sides(of: place, among: earlier, with: record.lost)
      let winners = evidence.sides(of: place, among: earlier, with: record.kept)
      let isReal = losers.contains { loser in
        winners.contains { winner in !winner.mustKnow(loser) && !loser.mustKnow(winner) }
      }
      if !isReal {
        sentences.append(
          "The conflict record \(record.id) about \(place) is about no concurrent writes: "
            + "\(record.kept.canonicalText) and \(record.lost.canonicalText).")
      }
    }
  }
  return sentences
}

extension Evidence {
  /// The writes of `value`. A text may have come of several: so also those that were merged into what
  /// another had written, those into which they were, and any where nobody had written just that.
  fileprivate func sides(
    of place: Place, among writes: [Log.Write], with value: JSONValue
  ) -> [Log.Write] {
    let exact = writes.filter { $0.value == value }
    guard Place.isText(place.field, of: place.entity.kind) else { return exact }
    guard !exact.isEmpty else { return writes }
    let merged = writes.filter { $0.value != value && $0.entry.outcome != .applied }
    let under = writes.filter { write in
      merged.contains { $0.entry.seq > write.entry.seq && !$0.mustKnow(write) }
    }
    return exact + merged + under
  }
}
