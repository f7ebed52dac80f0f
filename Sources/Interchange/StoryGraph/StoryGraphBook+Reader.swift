import Library

/// What the reader thinks of the book, and how often it was read.
extension StoryGraphBook {
  mutating func readOpinion() {
    if let text = row[.rating] { draft.readRating(text, of: StoryGraphColumn.rating.rawValue) }
    if let html = row[.review] { draft.readReview(html, of: StoryGraphColumn.review.rawValue) }
    if let text = row[.tags] { draft.readTags(text.split(separator: ",")) }
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

  mutating func readStatus(answers: StatusAnswers) {
    guard let name = row[.status]?.tidied else { return }
    let shelf = Draft.Place(shelf: name.shortened(to: Library.Limits.nameLengthMax))
    draft.readStatus(name, answers: answers, shelf: shelf)
  }

  /// StoryGraph does not count a read-through that is under way.
  mutating func readReadings() {
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
    draft.readings = ReadingHistory(
      dated: readDates(), counted: counted, status: draft.fields["status"]?.string)
  }

  /// `2024/01/20-2024/02/03, 2023/05/14`: from a day to a day, or the last day alone.
  private mutating func readDates() -> [ReadingHistory.Dated] {
    var dated: [ReadingHistory.Dated] = []
    var known: Set<ReadingHistory.Dated> = []
    var unread: [String] = []
    for part in (row[.datesRead] ?? "").split(separator: ",").map(\.trimmed) where !part.isEmpty {
      if let dates = Self.dates(part) {
        if known.insert(dates).inserted { dated.append(dates) }
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
    return dated
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
