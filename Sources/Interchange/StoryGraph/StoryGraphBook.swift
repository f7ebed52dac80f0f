import Library

/// Makes a draft of a book out of a row of a StoryGraph export (BOOKS §3).
///
/// A value that does not fit its field is kept under `custom.` and its column's name, and noted.
struct StoryGraphBook {
  let row: TableRow<StoryGraphColumn>
  var draft: Draft

  /// What `row` says; nil when it has no title. `answers` are the person's for statuses that
  /// Dogear lacks.
  static func draft(_ row: TableRow<StoryGraphColumn>, answers: StatusAnswers) -> Draft? {
    guard let title = row[.title]?.tidied, !title.isEmpty else { return nil }
    var book = StoryGraphBook(row: row, draft: Draft(sourceId: sourceId(of: row)))
    let max = Library.Limits.titleLengthMax
    book.draft.fields["title"] = book.draft.line(
      title, of: StoryGraphColumn.title.rawValue, max: max)
    book.readContributors()
    book.readEdition()
    book.readOpinion()
    book.readStatus(answers: answers)
    book.readReadings()
    book.draft.readOthers(row.others)
    return book.draft
  }

  /// StoryGraph exports no number of its own: a digest of what tells the book apart.
  private static func sourceId(of row: TableRow<StoryGraphColumn>) -> String {
    let parts = [row[.title], row[.authors] ?? row[.author], row[.uid] ?? row[.isbn]]
    return StableID.digest(of: parts)
  }

  // MARK: The edition

  /// Authors first; whoever has another role among the contributors has it here, too: StoryGraph lists
  /// some translators twice.
  private mutating func readContributors() {
    let others = PersonNames.split(row[.contributors] ?? "").map(Self.person)
    let roles = Set(others.map { Folding.words($0.name) })
    let authors = PersonNames.split(row[.authors] ?? row[.author] ?? "")
    let writers = authors.filter { !roles.contains(Folding.words($0)) }
    let people =
      (writers.isEmpty ? Array(authors.prefix(1)) : writers).map { (name: $0, role: "author") }
    draft.setContributors(
      (people + others).map { person in
        let max = Library.Limits.titleLengthMax
        return [
          "name": draft.line(person.name, of: StoryGraphColumn.authors.rawValue, max: max),
          "role": .string(person.role.shortened(to: Library.Limits.tagLengthMax)),
        ]
      })
  }

  /// `Ada Fenn (Translator)` → `Ada Fenn`, `translator`.
  private static func person(_ text: String) -> (name: String, role: String) {
    guard text.hasSuffix(")"), let mark = text.lastIndex(of: "(") else {
      return (text, "contributor")
    }
    let name = text[..<mark].tidied
    let role = text[text.index(after: mark)...].dropLast().tidied.lowercased()
    return name.isEmpty || role.isEmpty ? (text, "contributor") : (name, role)
  }

  private mutating func readEdition() {
    if let text = row[.uid] ?? row[.isbn] {
      let bare = BookNumber.bare(text)
      if let identifier = BookNumber.identifier(bare) {
        draft.identify(identifier)
      } else if !bare.isEmpty {
        // A number of StoryGraph's own, which is nothing to be told of.
        draft.setCustom(StoryGraphColumn.uid.rawValue, .string(bare))
      }
    }
    guard let text = row[.format]?.tidied else { return }
    if let format = Self.formats[text.lowercased()] {
      draft.fields["format"] = .string(format)
    } else {
      draft.readBinding(text, of: StoryGraphColumn.format.rawValue)
    }
  }

  private static let formats = [
    "paperback": "paperback", "hardcover": "hardcover", "digital": "ebook", "audio": "audiobook",
  ]
}
