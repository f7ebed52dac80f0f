import Library

/// The columns of a program's table that Dogear has a place for, as the program names them.
protocol TableColumn: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Each by its name in lower case.
  static var byName: [String: Self] { get }
}

/// One row of a program's table: what its cells hold, before anything is made of them. A column with
/// another name is kept as custom field.
struct TableRow<Column: TableColumn> {
  private var cells: [Column: String] = [:]
  /// Columns that Dogear has no place for, by name.
  private(set) var others: [(name: String, text: String)] = []

  /// What `raw` says, each cell as `reading` takes it.
  init(_ raw: RawRow, reading: (String) -> String = { $0 }) {
    var unusual: [(name: String, text: String)] = []
    for (name, text) in raw.cells.mapValues(reading) {
      if let column = Column(rawValue: name) {
        cells[column] = text.trimmed
      } else {
        unusual.append((name, text))
      }
    }
    // Columns in another case, then those of nobody: in an order that does not depend on chance.
    for (name, text) in unusual.sorted(by: { $0.name < $1.name }) {
      if let column = Column.byName[name.lowercased()], cells[column] == nil {
        cells[column] = text.trimmed
      } else {
        others.append((name, text))
      }
    }
  }

  /// The cell of `column` without outer white space; nil when it is blank.
  subscript(column: Column) -> String? { cells[column] }
}

extension TableColumn {
  /// What `byName` is made of.
  static var named: [String: Self] {
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })
  }
}
