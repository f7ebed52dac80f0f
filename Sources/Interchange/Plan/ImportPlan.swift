package import Library

/// What an import does to a library: the operations to carry out, and the report for the person.
package struct ImportPlan: Sendable {
  /// Operations of 1…64 changes, to be carried out in order. `importRow` entities are among them: the
  /// server writes these in its own name.
  package var operations: [Operation]
  /// What happened to each row.
  package var report: ImportReport

  /// Changes that apply together: a row's, which stay in one operation as far as it holds them.
  package struct Group: Hashable, Sendable {
    /// The changes, in their order.
    package let changes: [Change]
    /// The place in the report of the row that they are of; nil where they are of none.
    package let row: Int?

    /// Makes a group.
    package init(_ changes: [Change], row: Int? = nil) {
      self.changes = changes
      self.row = row
    }
  }

  /// Groups that are carried out at once, though none needs the others: where one is refused, the others
  /// are to come without it.
  package struct Operation: Hashable, Sendable {
    /// The groups, in their order.
    package var groups: [Group]
    /// Whether it says that books are one, for which they must be there: what comes before it is to be
    /// settled first.
    package let isJoining: Bool

    /// Makes an operation of `groups`.
    package init(_ groups: [Group], isJoining: Bool = false) {
      self.groups = groups
      self.isJoining = isJoining
    }

    /// The changes of all groups, in their order.
    package var changes: [Change] { groups.flatMap(\.changes) }

    /// Each of its groups as an operation of its own.
    package var parts: [Operation] {
      groups.map { Operation([$0], isJoining: isJoining) }
    }
  }
}

/// What happened to each row of an imported file.
package struct ImportReport: Hashable, Sendable {
  /// Where the rows come from.
  package enum Source: String, Hashable, Sendable {
    /// A Goodreads export.
    case goodreads
    /// A StoryGraph export.
    case storygraph
    /// A LibraryThing export.
    case librarything
    /// A BookWyrm export.
    case bookwyrm
    /// An Openreads export.
    case openreads
    /// A catalogue of Calibre's.
    case calibre
    /// A table that a reader made.
    case spreadsheet
    /// Dogear's own export.
    case dogear
    /// The starter library, which comes with the program.
    case starter
  }

  /// What became of a row.
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// A new book.
    case added
    /// A book that was there, with something more now.
    case updated
    /// A book that was there and says the same, or was deleted by its owner.
    case unchanged
    /// A new book that may be one already there: a person decides.
    case review
    /// Not understood; the row's text is kept.
    case failed
  }

  /// One row's outcome.
  package struct Row: Hashable, Sendable {
    /// The row's number as a spreadsheet counts: the header is 1. For documents, the entity's place.
    package var row: Int
    /// What became of it.
    package var outcome: Outcome
    /// The book's title, or as much of the row as tells it from others.
    package var title: String
    /// What the person should know, in sentences; nil when there is nothing to say.
    package var message: String?
    /// The row as it stands in the file, when it could not be read.
    package var raw: String?

    /// Makes a row of a report.
    package init(
      row: Int, outcome: Outcome, title: String, message: String? = nil, raw: String? = nil
    ) {
      self.row = row
      self.outcome = outcome
      self.title = title
      self.message = message
      self.raw = raw
    }
  }

  /// A status that the file has and Dogear lacks: to be asked once, then remembered.
  package struct Question: Hashable, Sendable {
    /// The status as the file has it.
    package var status: String
    /// How many rows have it.
    package var count: Int
    /// What the person answered, now or before: a status of ours, or null for a shelf; nil where nothing.
    package var answer: JSONValue?

    /// Makes a question.
    package init(status: String, count: Int, answer: JSONValue? = nil) {
      self.status = status
      self.count = count
      self.answer = answer
    }
  }

  /// Where the rows come from.
  package var source: Source
  /// Every row of the file, once each, in the file's order.
  package var rows: [Row]
  /// What the person should be asked.
  package var questions: [Question]

  /// Makes a report.
  package init(source: Source, rows: [Row], questions: [Question] = []) {
    self.source = source
    self.rows = rows
    self.questions = questions
  }

  /// Notes that the library did not take what was planned of the row at `place`, and why. One that had
  /// failed already keeps its own reason.
  package mutating func fail(_ place: Int, because sentence: String) {
    guard rows[place].outcome != .failed else { return }
    rows[place].outcome = .failed
    rows[place].message = sentence
  }

  /// How many rows came out so.
  package func count(_ outcome: Outcome) -> Int { rows.count { $0.outcome == outcome } }
}
