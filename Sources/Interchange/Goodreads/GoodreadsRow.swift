import Library

/// One row of a Goodreads export by the names of its columns: what its cells hold, before anything
/// is made of them. The 24 and the 31 columns, and any other order, are read alike (BOOKS §3).
struct GoodreadsRow {
  /// Columns that Dogear has a place for. A column with none of these names is kept as custom field.
  enum Column: String, CaseIterable {
    case bookId = "Book Id"
    case title = "Title"
    case author = "Author"
    case authorLastFirst = "Author l-f"
    case additionalAuthors = "Additional Authors"
    case isbn = "ISBN"
    case isbn13 = "ISBN13"
    case rating = "My Rating"
    case averageRating = "Average Rating"
    case publisher = "Publisher"
    case binding = "Binding"
    case pages = "Number of Pages"
    case yearPublished = "Year Published"
    case originalYear = "Original Publication Year"
    case dateRead = "Date Read"
    case dateAdded = "Date Added"
    case bookshelves = "Bookshelves"
    case bookshelvesWithPositions = "Bookshelves with positions"
    case exclusiveShelf = "Exclusive Shelf"
    case review = "My Review"
    case spoiler = "Spoiler"
    case privateNotes = "Private Notes"
    case readCount = "Read Count"
    case ownedCopies = "Owned Copies"
    case purchaseDate = "Original Purchase Date"
    case purchaseLocation = "Original Purchase Location"
    case condition = "Condition"

    static let byName = Dictionary(
      uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })
  }

  /// The columns with their cells to the letter; blank cells are left out, since a blank says as
  /// much as a missing column.
  let raw: ByName<String>
  private var cells: [Column: String] = [:]
  /// Columns that Dogear has no place for, by name.
  private(set) var others: [(name: String, text: String)] = []

  /// The row with `cells` under `header`, as many of them; a column without a name, or named twice,
  /// is told apart by a number.
  init(header: [String], cells: [String]) {
    var raw: ByName<String> = [:]
    for (position, text) in cells.enumerated() where !text.isBlank {
      let name = header[position].isEmpty ? "Column \(position + 1)" : header[position]
      var unique = name
      var repetition = 2
      while raw[unique] != nil {
        unique = "\(name) (\(repetition))"
        repetition += 1
      }
      raw[unique] = text
    }
    self.init(raw: raw)
  }

  /// The row whose cells an import kept as `raw`.
  init(raw: ByName<String>) {
    self.raw = raw
    var unusual: [(name: String, text: String)] = []
    for (name, text) in raw {
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

  /// Whether this says the same of a book as the row that an import kept as `raw`. Average Rating is
  /// other people's opinion and moves by itself.
  func saysTheSame(asKept raw: JSONValue) -> Bool {
    let kept = raw.object ?? [:]
    let name = Column.averageRating.rawValue
    let count = self.raw.count - (self.raw[name] == nil ? 0 : 1)
    let keptCount = kept.count - (kept[name] == nil ? 0 : 1)
    guard count == keptCount else { return false }
    return self.raw.allSatisfy { $0.key == name || kept[$0.key]?.string == $0.value }
  }
}
