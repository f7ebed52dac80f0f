import Library

/// The read-throughs that a row adds to a book, by the dates and the count it states (BOOKS §5).
struct ReadingUpdate {
  /// What the row says now.
  let history: ReadingHistory
  /// What it said when it was last imported.
  let earlier: ReadingHistory
  /// The book's id.
  let book: String
  /// What the ids of new read-throughs begin with.
  let prefix: String
  /// The book's read-throughs, those in Trash included: what a person took out stays out.
  let existing: [LibraryEntity]

  /// The changes, in order; none when the row says what it said before.
  var changes: [Change] {
    guard history != earlier else { return [] }
    var changes: [Change] = []
    var open = existing.filter { !$0.isDeleted && Self.isOpen($0) }
    var total = existing.count
    for (position, date) in history.finished.enumerated() where !isKnown(date) {
      let isLast = position == history.finished.count - 1
      let outcome = isLast && history.lastOutcome == "abandoned" ? "abandoned" : "read"
      if history.lastOutcome != "reading", let reading = open.popLast() {
        changes.append(finish(reading, on: date, outcome: outcome))
      } else {
        changes.append(make("\(prefix)-\(date)", ["finished": .string(date)], outcome))
        total += 1
      }
    }
    if history.finished.isEmpty, history.lastOutcome != "reading", let reading = open.popLast() {
      changes.append(finish(reading, on: nil, outcome: history.lastOutcome))
    }
    return changes + undated(count: history.count - total, isOpen: !open.isEmpty)
  }

  /// The read-throughs without date; the last of all has the row's outcome, where no dated one does.
  private func undated(count: Int, isOpen: Bool) -> [Change] {
    guard count > 0 else { return [] }
    var used = Set(existing.map(\.key.id))
    var changes: [Change] = []
    var number = 1
    for position in 0..<count {
      while used.contains("\(prefix)-\(number)") { number += 1 }
      let id = "\(prefix)-\(number)"
      used.insert(id)
      var outcome = "read"
      if position == count - 1 {
        if history.lastOutcome == "reading", !isOpen { outcome = "reading" }
        if history.lastOutcome == "abandoned", history.finished.isEmpty { outcome = "abandoned" }
      }
      changes.append(make(id, [:], outcome))
    }
    return changes
  }

  private func make(_ id: String, _ dates: JSONObject, _ outcome: String) -> Change {
    var span = dates
    span["outcome"] = .string(outcome)
    return Change(
      EntityKey(kind: "reading", id: id), life: .create,
      set: ["book": .string(book), "span": .object(span)])
  }

  private func finish(_ reading: LibraryEntity, on date: String?, outcome: String) -> Change {
    var span = reading.fields["span"]?.object ?? [:]
    if let date { span["finished"] = .string(date) }
    span["outcome"] = .string(outcome)
    return Change(reading.key, set: ["span": .object(span)])
  }

  /// Whether a read-through has that day, or the month or year that it falls in.
  private func isKnown(_ date: String) -> Bool {
    existing.contains { reading in
      guard let finished = reading.fields["span"]?["finished"]?.string else { return false }
      return date.hasPrefix(finished) || finished.hasPrefix(date)
    }
  }

  private static func isOpen(_ reading: LibraryEntity) -> Bool {
    let span = reading.fields["span"]
    return span?["outcome"]?.string == "reading" && span?["finished"]?.string == nil
  }
}
