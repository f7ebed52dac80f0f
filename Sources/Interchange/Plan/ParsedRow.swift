import Library

/// A row of a table with what was made of it.
struct ParsedRow {
  let number: Int
  let raw: RawRow
  /// Nil when the row could not be read.
  let draft: Draft?
  /// Why it could not be read, in a sentence.
  let failure: String?
  /// What the person should know of a row that was read.
  let notes: [String]
  /// The row as it stands in the file, where it has no cells.
  private let text: String?
  private let cells: [String]

  init(_ row: CSVTable.Row, header: [String], of program: TableProgram, answers: StatusAnswers) {
    number = row.number
    switch row.content {
    case .malformed(let text, let reason):
      raw = RawRow(header: [], cells: [])
      draft = nil
      failure = reason
      notes = []
      self.text = text
      cells = []
    case .cells(let cells, let note):
      raw = RawRow(header: header, cells: cells)
      draft = program.draft(raw, answers: answers)
      failure = draft == nil ? "The row has no title." : nil
      notes = (note.map { [$0] } ?? []) + (draft?.notes ?? [])
      text = nil
      self.cells = cells
    }
  }

  /// What to call the row in a report.
  var title: String {
    if let draft { return draft.title }
    return rawText.tidied.shortened(to: Limits.quotedLengthMax)
  }

  /// The row as it stands in the file, or as good as that.
  var rawText: String {
    if let text { return text }
    var writer = CSVWriter()
    writer.append(cells)
    return String(decoding: writer.bytes, as: UTF8.self).trimmedOfLineBreaks
  }
}
