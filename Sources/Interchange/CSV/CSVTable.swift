/// A CSV text as a header and rows. Every row of the text is there exactly once, in order, either
/// with as many cells as the header or with the reason why it has not and its text as it stands.
struct CSVTable: Sendable {
  /// One row of the text.
  struct Row: Hashable, Sendable {
    enum Content: Hashable, Sendable {
      /// The cells, as many as the header has; `note` says what was mended on the way.
      case cells([String], note: String?)
      /// The row's text, and why it is no row of this table.
      case malformed(raw: String, reason: String)
    }

    /// The row's number as a spreadsheet counts: the header is 1.
    var number: Int
    var content: Content
  }

  /// The names of the columns, trimmed.
  var header: [String]
  var rows: [Row]
}

extension CSVTable {
  /// Reads `bytes` as a table whose cells `delimiter` separates; nil when there is no header.
  /// - Throws: `ImportError.tooManyColumns` or `.tooManyRows`.
  init?(_ bytes: [UInt8], delimiter: UInt8) throws(ImportError) {
    var reader = CSVTableReader(CSVScanner(bytes: bytes, delimiter: delimiter))
    guard let header = reader.readHeader() else { return nil }
    guard !reader.isHeaderCut else { throw .tooManyColumns }
    self.header = header
    rows = []
    while let row = reader.readRow() {
      guard rows.count < Limits.rowCountMax else { throw .tooManyRows }
      rows.append(row)
    }
  }

  /// The names of the columns alone; nil when there is no header.
  static func header(_ bytes: [UInt8], delimiter: UInt8) -> [String]? {
    var reader = CSVTableReader(CSVScanner(bytes: bytes, delimiter: delimiter))
    return reader.readHeader()
  }
}

/// Reads the rows one after another and finds the way back after a broken one.
///
/// A quotation mark out of place makes a record swallow the rows behind it. A record is believed
/// only with the header's number of cells; otherwise its lines are tried as beginnings, and the
/// first that gives a whole and clean record ends the broken row.
private struct CSVTableReader {
  private let scanner: CSVScanner
  private var offset = 0
  private var line = 1
  private var number = 0
  private var width = 0
  /// Whether the header has more columns than are read.
  private(set) var isHeaderCut = false
  private var recoveryBytesLeft = Limits.recoveryByteCountMax

  init(_ scanner: CSVScanner) { self.scanner = scanner }

  mutating func readHeader() -> [String]? {
    skipBlankLines()
    guard offset < scanner.bytes.count else { return nil }
    var record = scanner.record(at: offset)
    if let inner = unwrapped(record, width: nil) { record.cells = inner }
    isHeaderCut = record.flaw == .tooManyCells
    advance(to: record.end)
    width = record.cells.count
    return record.cells.map { CellText.decode($0).text.trimmed }
  }

  mutating func readRow() -> CSVTable.Row? {
    skipBlankLines()
    guard offset < scanner.bytes.count else { return nil }
    let record = scanner.record(at: offset, spanning: recoveryBytesLeft > 0)
    if isClean(record) { return row(record.cells, end: record.end, flaw: nil) }
    if let inner = unwrapped(record, width: width) { return row(inner, end: record.end, flaw: nil) }
    // Between tabs, many programs quote nothing: a cell may begin with a mark of its text.
    if scanner.delimiter == UInt8(ascii: "\t") {
      let line = scanner.record(at: offset, quoting: false)
      if isClean(line) { return row(line.cells, end: line.end, flaw: nil) }
    }
    if let start = nextRow(in: record) {
      chargeRest(of: record, from: start)
      return malformed("opens a quotation mark that is not closed.", end: start)
    }
    // No row was swallowed: the marks belong to the text.
    if record.cells.count == width, record.flaw == .strayQuote {
      return row(record.cells, end: record.end, flaw: .strayQuote)
    }
    let end = end(of: record)
    chargeRest(of: record, from: end)
    return malformed(reason(record), end: end)
  }

  /// What was read of `record` behind the end of its row is read again, from there.
  private mutating func chargeRest(of record: CSVRecord, from end: Int) {
    recoveryBytesLeft -= max(0, record.end - end)
  }

  private func isClean(_ record: CSVRecord) -> Bool {
    record.cells.count == width && record.flaw == nil
  }

  /// Some programs quote each line as a whole, its own quotation marks doubled. The cells of the
  /// line inside, if it is one.
  private func unwrapped(_ record: CSVRecord, width: Int?) -> [[UInt8]]? {
    guard record.cells.count == 1, record.flaw == nil, width != 1 else { return nil }
    let inner = CSVScanner(bytes: record.cells[0], delimiter: scanner.delimiter)
    let innerRecord = inner.record(at: 0)
    guard innerRecord.flaw == nil, innerRecord.end == inner.bytes.count,
      innerRecord.cells.count == width ?? max(2, innerRecord.cells.count)
    else { return nil }
    return innerRecord.cells
  }

  private mutating func row(
    _ cells: [[UInt8]], end: Int, flaw: CSVRecord.Flaw?
  ) -> CSVTable.Row {
    let decoded = cells.map(CellText.decode)
    var notes: [String] = []
    if flaw == .strayQuote {
      notes.append("It has quotation marks inside a quoted cell, which were kept as they stand.")
    }
    if decoded.contains(where: \.isFallback) {
      notes.append("It is not valid UTF-8 and was read as Windows-1252.")
    }
    let note = notes.isEmpty ? nil : notes.joined(separator: " ")
    return next(.cells(decoded.map(\.text), note: note), end: end)
  }

  /// The first line of a suspicious record that begins a clean row; nil when none does.
  private mutating func nextRow(in record: CSVRecord) -> Int? {
    var start = record.firstLineEnd
    while start < record.end, recoveryBytesLeft > 0 {
      let candidate = scanner.record(at: start)
      recoveryBytesLeft -= candidate.end - start
      if isClean(candidate) { return start }
      // Only as far as the record goes: the line may be as long as the file.
      start = scanner.lineEnd(from: start, before: record.end)
    }
    return nil
  }

  /// Where a broken record ends that swallowed no row: where it says, at a line's end; and after its
  /// first line when it ran into a bound.
  private func end(of record: CSVRecord) -> Int {
    let ranAway = record.flaw == .tooLong || recoveryBytesLeft <= 0
    if record.spansLines, ranAway { return record.firstLineEnd }
    return scanner.lineEnd(from: max(offset, record.end - 1))
  }

  private func reason(_ record: CSVRecord) -> String {
    switch record.flaw {
    case .unclosedQuote: "opens a quotation mark that is not closed."
    case .tooLong: "begins a row that is longer than Dogear reads."
    case .tooManyCells: "begins a row with more cells than Dogear reads."
    case nil, .strayQuote:
      "begins a row of \(count(record.cells)) where the header has \(width)."
    }
  }

  private func count(_ cells: [[UInt8]]) -> String {
    cells.count == 1 ? "1 cell" : "\(cells.count) cells"
  }

  private mutating func malformed(_ reason: String, end: Int) -> CSVTable.Row {
    let raw = CellText.decode(Array(scanner.bytes[offset..<end])).text.trimmedOfLineBreaks
    return next(.malformed(raw: raw, reason: "Line \(line) \(reason)"), end: end)
  }

  private mutating func next(_ content: CSVTable.Row.Content, end: Int) -> CSVTable.Row {
    number += 1
    advance(to: end)
    // The header is row 1.
    return CSVTable.Row(number: number + 1, content: content)
  }

  private mutating func advance(to end: Int) {
    line += scanner.lineBreakCount(from: offset, to: end)
    offset = end
  }

  private mutating func skipBlankLines() {
    while offset < scanner.bytes.count {
      let end = scanner.lineEnd(from: offset)
      guard scanner.bytes[offset..<end].allSatisfy({ $0 <= 0x20 }) else { return }
      advance(to: end)
    }
  }
}
