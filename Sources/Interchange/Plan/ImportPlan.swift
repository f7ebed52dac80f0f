package import Library

/// What an import does to a library: the operations to carry out, and the report for the person.
package struct ImportPlan: Sendable {
  /// Groups of 1…64 changes, to be carried out in order, each as one operation. A row's changes
  /// stay together. `importRow` entities are among them: the server writes these in its own name.
  package var operations: [[Change]]
  /// What happened to each row.
  package var report: ImportReport
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

  /// A status that the file has and Dogear lacks: to be asked once, then passed as an answer.
  package struct Question: Hashable, Sendable {
    /// The status as the file has it.
    package var status: String
    /// How many rows have it.
    package var count: Int
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

  /// How many rows came out so.
  package func count(_ outcome: Outcome) -> Int { rows.count { $0.outcome == outcome } }
}
