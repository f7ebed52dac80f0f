import Library

/// What the cells of one kind are in every program's table. A value that does not fit its field is kept
/// under `custom.` and its column's name, and noted.
extension Draft {
  mutating func identify(_ identifier: String) {
    if !identifiers.contains(identifier) { identifiers.append(identifier) }
  }

  /// Stars from 0 to 5; 0 is the programs' way to say "not rated".
  mutating func readRating(_ text: String, of column: String) {
    guard let stars = Double(text), stars >= 0, stars <= 5 else {
      return keep(text, of: column, because: "is no rating from 0 to 5")
    }
    let hundredths = Int((stars * 100).rounded())
    if hundredths > 0 { fields["rating"] = .int(hundredths) }
  }

  /// A review in HTML.
  mutating func readReview(_ html: String, of column: String) {
    let review = Markup(html: html)
    if !review.text.isEmpty { fields["review"] = longText(review.text, of: column) }
    if review.hasSpoiler { fields["spoiler"] = true }
  }

  /// The day on which the book came to the library.
  mutating func readAdded(_ text: String, of column: String) {
    if let added = CalendarDate(text)?.noonMilliseconds {
      fields["added"] = .int(added)
    } else {
      keep(text, of: column, because: "is no day that Dogear reads")
    }
  }

  /// Sets the status that a program calls `name`. Where Dogear has none for it, `shelf` is one like others,
  /// and the person is asked, unless they have answered.
  mutating func readStatus(_ name: String, answers: JSONObject, shelf: Place) {
    switch ShelfStatus(name, answers: answers) {
    case .status(let status): fields["status"] = .string(status)
    case .shelf(let isAnswered):
      places.insert(shelf, at: 0)
      guard !isAnswered else { return }
      unknownStatus = name
      notes.append(
        "Dogear has no status for “\(name.shortened(to: Limits.quotedLengthMax))”; "
          + "the book is on a shelf of that name.")
    }
  }

  mutating func setContributors(_ contributors: [JSONValue]) {
    let kept = contributors.prefix(Library.Limits.listLengthMax)
    if kept.count < contributors.count {
      notes.append("Only the first \(Library.Limits.listLengthMax) authors were read.")
    }
    if !kept.isEmpty { fields["contributors"] = .array(Array(kept)) }
  }

  /// Keeps the columns that Dogear has no place for as fields.
  mutating func readOthers(_ others: [(name: String, text: String)]) {
    if others.count > Limits.customFieldsPerBookMax {
      notes.append(
        "Only the first \(Limits.customFieldsPerBookMax) columns that Dogear does not know became "
          + "fields; the others are in the kept row.")
    }
    for other in others.prefix(Limits.customFieldsPerBookMax) {
      setCustom(other.name, .string(other.text.trimmed))
    }
  }

  // MARK: Texts within Library's bounds

  /// `text` as a line of at most `max` scalars; the whole of it stays in the kept row.
  mutating func line(
    _ text: String, of column: String, max: Int = Library.Limits.nameLengthMax
  ) -> JSONValue {
    let line = text.tidied
    let short = line.shortened(to: max)
    if short != line { noteShortening(of: column) }
    return .string(short)
  }

  mutating func longText(_ text: String, of column: String) -> JSONValue {
    let clean = text.withoutControls
    let short = clean.shortened(to: Library.Limits.longTextLengthMax)
    if short != clean { noteShortening(of: column) }
    return .string(short)
  }

  private mutating func noteShortening(of column: String) {
    notes.append("\(column) is longer than Dogear keeps and was shortened.")
  }
}
