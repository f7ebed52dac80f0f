/// Writes a table as CSV (RFC 4180): cells that hold a comma, a quotation mark, a line break or an outer
/// space are quoted; lines end in LF, as Goodreads writes them. What it writes, `CSVTable` reads back to
/// the character.
struct CSVWriter {
  private(set) var bytes: [UInt8] = []

  /// Appends one row.
  mutating func append(_ cells: [String]) {
    for (position, cell) in cells.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      append(cell)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func append(_ cell: String) {
    guard Self.needsQuotes(cell) else {
      bytes.append(contentsOf: cell.utf8)
      return
    }
    let quote = UInt8(ascii: "\"")
    bytes.append(quote)
    for byte in cell.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  private static func needsQuotes(_ cell: String) -> Bool {
    if cell.utf8.first == 0x20 || cell.utf8.last == 0x20 { return true }
    return cell.utf8.contains { byte in
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
      default: false
      }
    }
  }
}
