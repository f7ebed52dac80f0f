/// One record of a CSV text as its bytes say, well formed or not.
struct CSVRecord: Hashable {
  /// What is wrong with a record that was read all the same.
  enum Flaw: Hashable {
    /// A quotation mark inside a quoted cell that is not doubled; it was taken as it stands.
    case strayQuote
    /// The last cell opens with a quotation mark that nothing closes.
    case unclosedQuote
    /// The record does not end within `Limits.recordByteCountMax`.
    case tooLong
    /// More than `Limits.columnCountMax` cells.
    case tooManyCells
  }

  /// The cells without their quotation marks.
  var cells: [[UInt8]]
  /// The offset after the record and its line break.
  var end: Int
  /// The offset after the first line of the record: `end`, unless a quoted cell has line breaks.
  var firstLineEnd: Int
  /// What is wrong, if anything.
  var flaw: Flaw?

  var spansLines: Bool { firstLineEnd < end }
}

/// Reads records of CSV from bytes (RFC 4180 §2), at any offset, so that reading can start anew.
///
/// Beyond the RFC: lines may end in LF, CRLF or CR; a cell that does not begin with a quotation mark
/// holds its marks literally (`="044"`); a mark in a quoted cell closes it only before a delimiter
/// or a line's end, so that `"a "b" c"` loses nothing.
struct CSVScanner {
  let bytes: [UInt8]
  let delimiter: UInt8

  private static let quote = UInt8(ascii: "\"")

  /// The record that begins at `start`. With `spanning` false, a line's end also ends a quoted cell; with
  /// `quoting` false, quotation marks belong to the text.
  func record(at start: Int, spanning: Bool = true, quoting: Bool = true) -> CSVRecord {
    var record = CSVRecord(cells: [], end: start, firstLineEnd: -1, flaw: nil)
    let limit = min(bytes.count, start + Limits.recordByteCountMax)
    var offset = start
    while true {
      guard record.cells.count < Limits.columnCountMax else {
        return finish(&record, at: offset, flaw: .tooManyCells)
      }
      if quoting, offset < limit, bytes[offset] == Self.quote {
        offset = quotedCell(&record, from: offset + 1, limit: limit, spanning: spanning)
      } else {
        offset = plainCell(&record, from: offset, limit: limit)
      }
      guard offset < limit else {
        if limit < bytes.count { record.flaw = .tooLong }
        return finish(&record, at: offset, flaw: record.flaw)
      }
      guard bytes[offset] == delimiter else {
        return finish(&record, at: afterLineBreak(at: offset), flaw: record.flaw)
      }
      offset += 1
    }
  }

  /// The offset after the line that `offset` stands in; `end` where it goes on behind that.
  func lineEnd(from offset: Int, before end: Int? = nil) -> Int {
    let end = end ?? bytes.count
    var offset = offset
    while offset < end, !isLineBreak(bytes[offset]) { offset += 1 }
    return offset < end ? afterLineBreak(at: offset) : offset
  }

  /// How many line breaks stand between two offsets.
  func lineBreakCount(from start: Int, to end: Int) -> Int {
    var count = 0
    var offset = start
    while offset < end {
      guard isLineBreak(bytes[offset]) else {
        offset += 1
        continue
      }
      count += 1
      offset = afterLineBreak(at: offset)
    }
    return count
  }

  private func finish(
    _ record: inout CSVRecord, at end: Int, flaw: CSVRecord.Flaw?
  ) -> CSVRecord {
    record.end = end
    record.flaw = flaw
    if record.firstLineEnd < 0 { record.firstLineEnd = end }
    return record
  }

  private func plainCell(_ record: inout CSVRecord, from start: Int, limit: Int) -> Int {
    var offset = start
    while offset < limit, bytes[offset] != delimiter, !isLineBreak(bytes[offset]) { offset += 1 }
    record.cells.append(Array(bytes[start..<offset]))
    return offset
  }

  private func quotedCell(
    _ record: inout CSVRecord, from start: Int, limit: Int, spanning: Bool
  ) -> Int {
    var cell: [UInt8] = []
    var offset = start
    while offset < limit {
      let byte = bytes[offset]
      if byte == Self.quote {
        let next = offset + 1
        if next < limit, bytes[next] == Self.quote {
          offset += 1
        } else if next >= limit || bytes[next] == delimiter || isLineBreak(bytes[next]) {
          record.cells.append(cell)
          return next
        } else {
          record.flaw = .strayQuote
        }
      } else if isLineBreak(byte) {
        guard spanning else { break }
        if record.firstLineEnd < 0 { record.firstLineEnd = afterLineBreak(at: offset) }
      }
      cell.append(byte)
      offset += 1
    }
    record.flaw = .unclosedQuote
    record.cells.append(cell)
    return offset
  }

  private func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private func afterLineBreak(at offset: Int) -> Int {
    let isPair = bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
    return offset + (isPair ? 2 : 1)
  }
}
