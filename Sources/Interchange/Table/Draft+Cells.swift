import Library

/// What the cells of one kind are in every program's table. A value that does not fit its field is kept
/// under `custom.` and its column's name, and noted.
extension Draft {
  mutating func identify(_ identifier: String) {
    if !identifiers.contains(identifier) { identifiers.append(identifier) }
  }

  /// An ISBN or one of Amazon's numbers, as programs keep it from spreadsheets, too.
  mutating func readNumber(_ text: String, of column: String) {
    let bare = BookNumber.bare(text)
    guard !bare.isEmpty else { return }
    if let identifier = BookNumber.identifier(bare) {
      identify(identifier)
    } else {
      keep(bare, of: column, because: "is no valid ISBN")
    }
  }

  /// Open Library's number of an edition (`OL…M`) or of a work (`OL…W`).
  mutating func readOpenLibraryKey(_ text: String, of column: String) {
    let key = text.uppercased()
    let digits = key.dropFirst(2).dropLast()
    switch (key.hasPrefix("OL") && StableID.isPlain(String(digits)), key.last) {
    case (true, "M"?): identify("olid:\(key)")
    case (true, "W"?): fields["workKey"] = .string(key)
    default: setCustom(column, .string(text))
    }
  }

  /// A number of pages; 0 says that it is not known.
  mutating func readPages(_ text: String, of column: String) {
    guard text != "0" else { return }
    if let pages = Int(text), (1...100_000).contains(pages) {
      fields["pages"] = .int(pages)
    } else {
      keep(text, of: column, because: "is no number of pages")
    }
  }

  /// What the book is printed on, or is not.
  mutating func readBinding(_ text: String, of column: String) {
    guard let binding = BindingName(text.tidied) else { return }
    fields["format"] = .string(binding.format)
    if let note = binding.note { fields["formatNote"] = line(note, of: column) }
  }

  /// The year of the edition. One before our era is no PartialDate: it stays the work's year, where the row
  /// has no other.
  mutating func readYear(_ text: String, of column: String) {
    guard let year = Int(text), Library.Limits.years.contains(year) else {
      return keep(text, of: column, because: "is no year")
    }
    if year > 0 {
      let digits = String(year)
      fields["published"] = .string(String(repeating: "0", count: 4 - digits.count) + digits)
    } else if fields["originalYear"] == nil {
      fields["originalYear"] = .int(year)
    } else {
      setCustom(column, .int(year))
    }
  }

  /// Tags, each once.
  mutating func readTags(_ names: some Sequence<Substring>) {
    var seen: Set<String> = []
    let all = names.map(\.tidied).filter {
      !$0.isEmpty && seen.insert(Folding.name($0)).inserted
    }
    if all.count > Limits.tagsPerBookMax {
      notes.append("Only the first \(Limits.tagsPerBookMax) tags were read.")
    }
    tags = all.prefix(Limits.tagsPerBookMax).map { $0.shortened(to: Library.Limits.tagLengthMax) }
  }

  /// The authors of a cell that names them one after the other.
  mutating func readAuthors(_ text: String, of column: String) {
    readAuthors(PersonNames.split(text), of: column)
  }

  /// Authors by their names.
  mutating func readAuthors(_ names: [String], of column: String) {
    setContributors(
      names.map { name in
        ["name": line(name, of: column, max: Library.Limits.titleLengthMax), "role": "author"]
      })
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

  /// Sets the status that a program calls `name`. Where Dogear has none for it, the person is asked, and
  /// as long as they answer with none of ours, `shelf` is one like others.
  mutating func readStatus(_ name: String, answers: StatusAnswers, shelf: Place) {
    if let status = ShelfStatus.status(called: name) {
      fields["status"] = .string(status)
      return
    }
    unknownStatus = name
    if let status = answers[name]?.string {
      fields["status"] = .string(status)
    } else {
      places.insert(shelf, at: 0)
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
    // As a browser's fields end lines: what they show is compared with this.
    let clean = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").withoutControls
    let short = clean.shortened(to: Library.Limits.longTextLengthMax)
    if short != clean { noteShortening(of: column) }
    return .string(short)
  }

  private mutating func noteShortening(of column: String) {
    notes.append("\(column) is longer than Dogear keeps and was shortened.")
  }
}
