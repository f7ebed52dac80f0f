import Library

/// A file as read: which program wrote it, and all its rows in order, the unreadable ones included.
package struct ImportFile: Sendable {
  enum Content: Sendable {
    case table(CSVTable, TableProgram)
    case document(DogearDocument)
  }

  /// The program that wrote the file.
  package let source: ImportReport.Source
  let content: Content

  /// Reads `bytes`, telling by their content what program wrote them; the file's name is not asked.
  /// - Throws: `ImportError`, when no row of the file could be read as what it is.
  package init(_ bytes: [UInt8]) throws(ImportError) {
    let byteCountMax =
      DogearDocument.isDocument(bytes) ? Limits.documentByteCountMax : Limits.fileByteCountMax
    guard bytes.count <= byteCountMax else { throw .tooLarge(byteCount: bytes.count) }
    switch try FileFormat(bytes) {
    case .table(let table, let program):
      source = program.source
      content = .table(table, program)
    case .dogear(let document):
      source = .dogear
      content = .document(document)
    }
  }

  /// What bringing the file into `library` would change, and what happens to each row. Nothing is
  /// changed by asking: a dry run is a plan that nobody carries out.
  ///
  /// Planning the same file again once the plan was carried out plans no change at all.
  package func plan(into library: LibrarySnapshot, options: ImportOptions) -> ImportPlan {
    switch content {
    case .table(let table, let program):
      var planner = TablePlanner(program, library: library, options: options)
      return planner.plan(table)
    case .document(let document):
      return DocumentPlanner(library: library).plan(document)
    }
  }
}

/// What a plan takes from outside, so that planning asks no clock and draws no random id.
package struct ImportOptions: Sendable {
  /// The id of this import, noted on each row that it brings in.
  package var batch: String
  /// The time of the import, in milliseconds since 1970 UTC: `added` for books whose row has none.
  package var now: Int
  /// What the person answers now of statuses that the file has and Dogear lacks. What the library
  /// remembers of earlier imports needs no answer.
  package var answers: StatusAnswers

  /// Makes the options of the import `batch`, which happens at `now`.
  package init(batch: String, now: Int, answers: StatusAnswers = .none) {
    self.batch = batch
    self.now = now
    self.answers = answers
  }
}
