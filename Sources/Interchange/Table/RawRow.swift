import Library

/// A row of a table as it stands: its cells to the letter, by the names of their columns. Blank cells
/// are left out, since a blank says as much as a missing column.
struct RawRow: Hashable {
  let cells: ByName<String>

  /// The row with `cells` under `header`, as many of them; a column without a name, or named twice,
  /// is told apart by a number.
  init(header: [String], cells: [String]) {
    var named: ByName<String> = [:]
    for (position, text) in cells.enumerated() where !text.isBlank {
      let name = header[position].isEmpty ? "Column \(position + 1)" : header[position]
      var unique = name
      var repetition = 2
      while named[unique] != nil {
        unique = "\(name) (\(repetition))"
        repetition += 1
      }
      named[unique] = text
    }
    self.cells = named
  }

  /// The row as an `importRow` keeps it; empty for anything else.
  init(kept raw: JSONValue) { cells = (raw.object ?? [:]).compactMapValues(\.string) }

  /// Whether this says the same of a book as `other`, but for the columns `moving`.
  func saysTheSame(as other: RawRow, except moving: Set<String>) -> Bool {
    var (mine, theirs) = (cells, other.cells)
    for name in moving { (mine[name], theirs[name]) = (nil, nil) }
    return mine == theirs
  }
}
