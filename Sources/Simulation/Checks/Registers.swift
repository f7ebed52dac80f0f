import Library

/// §4.8, §4.10: a value that an accepted op wrote may go only by an op whose author had seen it. Until
/// then it is in place, or in a conflict record that names its field; and of several, the clocks within
/// their bounds say which is in place.
func checkRegisters(_ evidence: Evidence) -> [String] {
  var sentences: [String] = []
  for (place, writes) in evidence.log.writes where isRegister(place) {
    // A new key that the server gave to a place is the value of nobody, and stands for one.
    guard !evidence.isPurged(place.entity),
      !writes.contains(where: { $0.entry.author.device == Author.server })
    else { continue }
    let standing = evidence.log.standing(at: evidence.places(place))
    let kept = evidence.kept(place)
    for write in standing where !kept.contains(write.value) {
      sentences.append(
        "\(write.value.canonicalText) at \(place), written as \(write.entry.seq), is nowhere.")
    }
    guard evidence.isSingle(place.entity) else { continue }
    let shown = evidence.shapes[place.entity]?.fields[place.field] ?? .null
    guard standing.contains(where: { $0.value == shown }) else {
      sentences.append("\(shown.canonicalText) at \(place) was overwritten by one who had seen it.")
      continue
    }
    guard let winner = winner(of: standing, among: writes, evidence.chronicle), winner != shown
    else { continue }
    sentences.append(
      "\(shown.canonicalText) stands at \(place) where \(winner.canonicalText) has the later stamp."
    )
  }
  return sentences
}

/// Whether a field holds one value that its last writer wrote.
private func isRegister(_ place: Place) -> Bool {
  guard !["conflict", "alias", "progress"].contains(place.entity.kind) else { return false }
  return !Log.marks.contains(place.field) && !Place.isText(place.field, of: place.entity.kind)
}

/// The value that must win, where stamps lie so far apart that causality's single milliseconds cannot
/// matter; nil where they do not.
private func winner(
  of standing: [Log.Write], among writes: [Log.Write], _ chronicle: Chronicle
) -> JSONValue? {
  var stamps: [Int: Int] = [:]
  for write in writes {
    let seq = write.entry.seq
    let (earliest, latest) = (chronicle.times[write.entry.author.base], chronicle.times[seq])
    let bounded = min(max(write.entry.author.at, earliest), latest)
    let seen =
      writes.filter { $0.entry.seq < seq && write.hasSeen($0) }
      .compactMap { stamps[$0.entry.seq] }.max() ?? 0
    // Its author's clock ran back meanwhile: whether the one seen still stood is not told here.
    if seen > bounded + 1_000 { return nil }
    stamps[seq] = max(bounded, seen)
  }
  let ordered = standing.sorted { (stamps[$0.entry.seq] ?? 0) > (stamps[$1.entry.seq] ?? 0) }
  guard let first = ordered.first else { return nil }
  guard ordered.count > 1 else { return first.value }
  let distance = (stamps[first.entry.seq] ?? 0) - (stamps[ordered[1].entry.seq] ?? 0)
  guard distance > 1_000 else { return nil }
  return first.value
}
