import Library

/// What the reader thinks of the book, and how often it was read.
extension StoryGraphBook {
  mutating func readOpinion() {
    if let text = row[.rating] { draft.readRating(text, of: StoryGraphColumn.rating.rawValue) }
    if let html = row[.review] { draft.readReview(html, of: StoryGraphColumn.review.rawValue) }
    if let text = row[.tags] { readTags(text) }
    switch row[.owned]?.lowercased() {
    case "yes"?: draft.fields["owned"] = 1
    case "no"?, nil: break
    case let text?:
      draft.keep(text, of: StoryGraphColumn.owned.rawValue, because: "is neither Yes nor No")
    }
    if let text = row[.dateAdded] {
      draft.readAdded(text, of: StoryGraphColumn.dateAdded.rawValue)
    }
  }

  private mutating func readTags(_ text: String) {
    var seen: Set<String> = []
    let tags = text.split(separator: ",").map(\.tidied)
      .filter { !$0.isEmpty && seen.insert(Folding.name($0)).inserted }
    if tags.count > Limits.tagsPerBookMax {
      draft.notes.append("Only the first \(Limits.tagsPerBookMax) tags were read.")
    }
    draft.tags = tags.prefix(Limits.tagsPerBookMax).map {
      $0.shortened(to: Library.Limits.tagLengthMax)
    }
  }

  mutating func readStatus(answers: JSONObject) {
    guard let name = row[.status]?.tidied else { return }
    let shelf = Draft.Place(shelf: name.shortened(to: Library.Limits.nameLengthMax))
    draft.readStatus(name, answers: answers, shelf: shelf)
  }

  /// Read Count N with D dates makes D dated and N−D undated read-throughs (BOOKS §5); one that is under
  /// way StoryGraph has not counted.
  mutating func readReadings() {
    var history = ReadingHistory()
    history.dated = readDates()
    let finishedCount = history.dated.count { $0.finished != nil }
    var counted = 0
    if let text = row[.readCount] {
      counted = Int(text) ?? -1
      if !(0...Limits.readingsPerBookMax).contains(counted) {
        draft.keep(
          text, of: StoryGraphColumn.readCount.rawValue,
          because: "is no number of readings that Dogear keeps")
        counted = 0
      }
    }
    history.count = max(counted, finishedCount)
    switch draft.fields["status"]?.string {
    case "reading"?:
      history.lastOutcome = "reading"
      history.count += 1
    case let status? where ["read", "abandoned"].contains(status):
      history.lastOutcome = status
      history.count = max(history.count, 1)
    default: break
    }
    history.count = max(history.count, history.dated.count)
    draft.readings = history
  }

  /// `2024/01/20-2024/02/03, 2023/05/14`: from a day to a day, or the last day alone; the earlier ones
  /// first.
  private mutating func readDates() -> [ReadingHistory.Dated] {
    var dated: [ReadingHistory.Dated] = []
    var unread: [String] = []
    for part in (row[.datesRead] ?? "").split(separator: ",").map(\.trimmed) where !part.isEmpty {
      if let dates = Self.dates(part) {
        if !dated.contains(dates) { dated.append(dates) }
      } else {
        unread.append(part)
      }
    }
    if !unread.isEmpty {
      draft.keep(
        unread.joined(separator: ", "), of: StoryGraphColumn.datesRead.rawValue,
        because: "is no date that Dogear reads")
    }
    if dated.isEmpty, let text = row[.lastDateRead] {
      if let date = CalendarDate(text) {
        dated = [ReadingHistory.Dated(finished: date.text)]
      } else {
        draft.keep(
          text, of: StoryGraphColumn.lastDateRead.rawValue,
          because: "is no date that Dogear reads")
      }
    }
    return dated.sorted {
      ($0.finished == nil ? 1 : 0, $0.finished ?? $0.started ?? "")
        < ($1.finished == nil ? 1 : 0, $1.finished ?? $1.started ?? "")
    }
    .prefix(Limits.readingsPerBookMax).map(\.self)
  }

  private static func dates(_ text: String) -> ReadingHistory.Dated? {
    if let date = CalendarDate(text) { return ReadingHistory.Dated(finished: date.text) }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(\.trimmed)
    guard ends.count == 2 else { return nil }
    let dates = ends.map { CalendarDate($0)?.text }
    guard zip(ends, dates).allSatisfy({ $0.isEmpty || $1 != nil }), dates != [nil, nil] else {
      return nil
    }
    return ReadingHistory.Dated(started: dates[0], finished: dates[1])
  }
}
