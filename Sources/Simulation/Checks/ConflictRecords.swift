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
          writes.append(Log.Write(entry: entry, value: value))
        }
      }
    }
    for record in records {
      if record.kept == record.lost {
        sentences.append("The conflict record \(record.id) keeps one value twice.")
      }
      let isText = Place.isText(place.field, of: place.entity.kind)
      let losers = writes.filter { $0.value == record.lost }
      let winners = isText ? writes : writes.filter { $0.value == record.kept }
      let isReal =
        (isText && losers.isEmpty)
        || losers.contains { loser in
          winners.contains { winner in !winner.hasSeen(loser) && !loser.hasSeen(winner) }
        }
      if !isReal {
        sentences.append(
          "The conflict record \(record.id) about \(place) is about no concurrent writes.")
      }
    }
  }
  return sentences
}
