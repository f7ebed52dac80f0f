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
  /// Whether there was ever a read-through with this id: of one that was purged nothing else is left.
  let isTaken: (String) -> Bool

  /// The changes, in order; none when the row says what it said before.
  var changes: [Change] {
    guard history != earlier else { return [] }
    var changes: [Change] = []
    var open = existing.filter { !$0.isDeleted && Self.isOpen($0) }
    var dateless = existing.filter { !$0.isDeleted && Self.isUndated($0) }
    var total = existing.count + purgedCount
    for (position, dated) in history.dated.enumerated() {
      let isLast = position == history.dated.count - 1
      if isLast, dated.finished == nil, history.lastOutcome == "reading" {
        changes += begin(dated.started, &open, &total)
        continue
      }
      guard let date = dated.finished ?? dated.started else { continue }
      let id = "\(prefix)-\(date)"
      let known = known(dated, as: id)
      // One that goes on here since that day is over, though nobody says since when.
      let ended = dated.finished == nil ? open.firstIndex { $0.key == known?.key } : nil
      if let known, ended == nil {
        // One that has other days by now has them of a person.
        if Self.agrees(known, with: dated) { changes += note(dated.started, of: known) }
        continue
      }
      if isPurged(id) {
        total += 1
        continue
      }
      if wasSaid(dated) { continue }
      let isGivenUp = dated.isGivenUp || isLast && history.lastOutcome == "abandoned"
      let outcome = isGivenUp ? "abandoned" : "read"
      let isEnd = isLast && history.isOver
      let endable = isEnd ? open.lastIndex { Self.canEnd($0, on: dated.finished) } : nil
      if let place = ended ?? endable {
        changes.append(finish(open.remove(at: place), dated, outcome: outcome))
      } else if total >= history.count,
        let place = dateless.lastIndex(where: { Self.outcome(of: $0) == outcome })
      {
        // The row counts no more than there are: it says when one of them was.
        changes.append(finish(dateless.remove(at: place), dated, outcome: outcome))
      } else {
        changes.append(make(id, dated, outcome))
        total += 1
      }
    }
    if history.dated.isEmpty, history.isOver, let outcome = history.lastOutcome,
      let reading = open.popLast()
    {
      changes.append(finish(reading, ReadingHistory.Dated(), outcome: outcome))
    }
    return changes + undated(count: history.count - total, isOpen: !open.isEmpty)
  }

  /// A read-through that is under way since a day: the one that the book has, if it has one.
  private func begin(
    _ started: String?, _ open: inout [LibraryEntity], _ total: inout Int
  ) -> [Change] {
    guard let started else { return [] }
    let (id, dated) = ("\(prefix)-\(started)", ReadingHistory.Dated(started: started))
    guard !existing.contains(where: { Self.agrees($0, with: dated) }) else { return [] }
    guard !isTaken(id) else {
      if isPurged(id) { total += 1 }
      return []
    }
    if let reading = open.last { return note(started, of: reading) }
    let change = make(id, dated, "reading")
    total += 1
    open.append(LibraryEntity(change.entity, fields: change.set))
    return [change]
  }

  /// Notes when a read-through was begun that says nothing of it.
  private func note(_ started: String?, of reading: LibraryEntity) -> [Change] {
    var span = reading.fields["span"]?.object ?? [:]
    guard let started, !reading.isDeleted, span["started"] ?? .null == .null else { return [] }
    span["started"] = .string(started)
    return [Change(reading.key, set: ["span": .object(span)])]
  }

  /// The read-throughs without date; the last of all has the row's outcome, where no dated one does.
  private func undated(count: Int, isOpen: Bool) -> [Change] {
    guard count > 0 else { return [] }
    var used = Set(existing.map(\.key.id))
    var changes: [Change] = []
    var number = 1
    for position in 0..<count {
      while used.contains("\(prefix)-\(number)") || isTaken("\(prefix)-\(number)") { number += 1 }
      let id = "\(prefix)-\(number)"
      used.insert(id)
      var outcome = "read"
      if position == count - 1 {
        if history.lastOutcome == "reading", !isOpen { outcome = "reading" }
        if history.lastOutcome == "abandoned", history.dated.isEmpty { outcome = "abandoned" }
      }
      changes.append(make(id, ReadingHistory.Dated(), outcome))
    }
    return changes
  }

  /// How many of those without a date were taken out so long ago that they were purged.
  private var purgedCount: Int {
    (0..<history.count).count { isPurged("\(prefix)-\($0 + 1)") }
  }

  /// Whether the read-through with this id was taken out, and purged since: it stays out.
  private func isPurged(_ id: String) -> Bool {
    isTaken(id) && !existing.contains { $0.key.id == id }
  }

  private func make(_ id: String, _ dated: ReadingHistory.Dated, _ outcome: String) -> Change {
    Change(
      EntityKey(kind: "reading", id: id), life: .create,
      set: ["book": .string(book), "span": .object(span([:], dated, outcome))])
  }

  private func finish(
    _ reading: LibraryEntity, _ dated: ReadingHistory.Dated, outcome: String
  ) -> Change {
    let former = reading.fields["span"]?.object ?? [:]
    return Change(reading.key, set: ["span": .object(span(former, dated, outcome))])
  }

  /// `former` with what is known now; a first day that it has stays.
  private func span(
    _ former: JSONObject, _ dated: ReadingHistory.Dated, _ outcome: String
  ) -> JSONObject {
    var span = former
    if let started = dated.started, span["started"] ?? .null == .null {
      span["started"] = .string(started)
    }
    if let finished = dated.finished { span["finished"] = .string(finished) }
    span["outcome"] = .string(outcome)
    return span
  }

  /// The read-through that an earlier import made of that day under `id`, whatever a person made of it
  /// since; else one of the same day.
  private func known(_ dated: ReadingHistory.Dated, as id: String) -> LibraryEntity? {
    existing.first { $0.key.id == id } ?? existing.first { Self.agrees($0, with: dated) }
  }

  /// Whether the row named that last day before: an earlier import noted it, perhaps of a read-through with
  /// another id, and a person has changed it since.
  private func wasSaid(_ dated: ReadingHistory.Dated) -> Bool {
    dated.finished != nil && earlier.dated.contains { $0.finished == dated.finished }
  }

  /// Whether `reading` was finished on that day, or in the month or year that it falls in; where no such
  /// day is known, whether it was begun on the same.
  private static func agrees(_ reading: LibraryEntity, with dated: ReadingHistory.Dated) -> Bool {
    let span = reading.fields["span"]
    guard let date = dated.finished else { return span?["started"]?.string == dated.started }
    guard let finished = span?["finished"]?.string else { return false }
    return date.hasPrefix(finished) || finished.hasPrefix(date)
  }

  /// Whether `reading` may have ended on that day: it was not begun after it, as far as both days are known.
  private static func canEnd(_ reading: LibraryEntity, on day: String?) -> Bool {
    guard let day, let started = reading.fields["span"]?["started"]?.string else { return true }
    let known = min(day.utf8.count, started.utf8.count)
    return started.prefix(known) <= day.prefix(known)
  }

  private static func isOpen(_ reading: LibraryEntity) -> Bool {
    outcome(of: reading) == "reading" && reading.fields["span"]?["finished"]?.string == nil
  }

  private static func isUndated(_ reading: LibraryEntity) -> Bool {
    let span = reading.fields["span"]
    return span?["started"]?.string == nil && span?["finished"]?.string == nil
  }

  private static func outcome(of reading: LibraryEntity) -> String? {
    reading.fields["span"]?["outcome"]?.string
  }
}
