/// The columns of a table that a reader made, by the names that most give them. Any other is kept as a field
/// under its own name.
enum SpreadsheetColumn: String, TableColumn {
  case title = "Title"
  case subtitle = "Subtitle"
  case author = "Author"
  case isbn10 = "ISBN"
  case isbn13 = "ISBN13"
  case publisher = "Publisher"
  case year = "Year"
  case pages = "Pages"
  case series = "Series"
  case volume = "Volume"
  case language = "Language"
  case format = "Format"
  case description = "Description"
  case status = "Status"
  case shelves = "Shelves"
  case tags = "Tags"
  case rating = "Rating"
  case review = "Review"
  case notes = "Notes"
  case added = "Date added"
  case started = "Date started"
  case finished = "Date finished"

  /// Each name in lower case, with its words apart, together, and joined as programs join them.
  static let byName: [String: Self] = {
    var byName: [String: Self] = [:]
    for column in allCases {
      for name in [column.rawValue.lowercased()] + (others[column] ?? []) {
        let words = name.split(separator: " ")
        for joint in [" ", "_", "-", ""] { byName[words.joined(separator: joint)] = column }
      }
    }
    return byName
  }()

  private static let others: [Self: [String]] = [
    .title: ["book title", "book", "name"],
    .author: ["authors", "author(s)", "author name", "written by", "by"],
    .isbn10: ["isbn 10"],
    .isbn13: ["isbn 13", "ean"],
    .year: ["published", "year published", "publication year", "publication date"],
    .pages: ["page count", "number of pages", "num pages"],
    .series: ["series name"],
    .volume: ["series #", "series number", "series index", "number in series", "#"],
    .language: ["languages"],
    .format: ["binding", "book format"],
    .description: ["summary", "synopsis", "blurb"],
    .status: ["read", "read?", "read status", "reading status"],
    .shelves: ["shelf", "bookshelf", "bookshelves"],
    .tags: ["tag", "genre", "genres", "category", "categories", "keywords"],
    .rating: ["my rating", "stars", "star rating"],
    .review: ["my review"],
    .notes: ["note", "my notes", "comment", "comments"],
    .added: ["added", "date bought", "bought"],
    .started: ["started", "start date"],
    .finished: ["finished", "finish date", "date read", "read date", "last read", "end date"],
  ]
}
