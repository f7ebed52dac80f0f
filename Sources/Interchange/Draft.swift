import Library

/// What one row of a file says of a book, in Dogear's terms (BOOKS §5), whatever program wrote it.
struct Draft: Hashable {
  /// A shelf that the row names, with the book's place on it where the file tells.
  struct Place: Hashable {
    var shelf: String
    var number: Int?
  }

  /// The program's own id of the book; a digest of what tells the book apart where it has none.
  var sourceId: String
  /// Registers and texts, without nulls; `added` only where the row has it.
  var fields: JSONObject = [:]
  /// `isbn:…`, `asin:…` and the program's own id, in the order found.
  var identifiers: [String] = []
  /// Shelves other than those that only say a status.
  var places: [Place] = []
  /// Tags, each once.
  var tags: [String] = []
  /// Read-throughs.
  var readings = ReadingHistory()
  /// The file's name for a status that Dogear lacks, whether or not the person has answered what it is.
  var unknownStatus: String?
  /// Whether the program has thrown the book away, and only keeps it for a while.
  var isInTrash = false
  /// What the person should know of this row, in sentences.
  var notes: [String] = []

  var title: String { fields["title"]?.string ?? "" }

  var isbn: String? { identifiers.first { $0.hasPrefix("isbn:") } }

  /// Keeps a text that fits no field under its column's name, and says so.
  mutating func keep(_ text: String, of column: String, because reason: String) {
    setCustom(column, .string(text))
    let quoted = text.shortened(to: Limits.quotedLengthMax)
    notes.append("\(column) “\(quoted)” \(reason); it was kept as it stands.")
  }

  mutating func setCustom(_ column: String, _ value: JSONValue) {
    fields["custom." + column.tidied.shortened(to: Limits.customKeyLengthMax)] = value
  }
}

/// How often a book was read and when, as far as a file tells.
struct ReadingHistory: Hashable {
  /// A read-through of which the file knows a day, as PartialDates.
  struct Dated: Hashable {
    var started: String?
    /// When it was finished, or given up; nil while it is under way.
    var finished: String?
    /// Whether it was given up on that day, where another came after it.
    var isGivenUp = false
  }

  /// The earlier ones first.
  var dated: [Dated] = []
  /// All read-throughs; at least as many as have a date.
  var count = 0
  /// The outcome of the last one, `read`, `reading` or `abandoned`; the ones before were `read`, or given
  /// up. Nil where nothing says whether one is under way.
  var lastOutcome: String?

  /// Whether the file says that the last one is over.
  var isOver: Bool { lastOutcome == "read" || lastOutcome == "abandoned" }
}

extension ReadingHistory {
  /// What dates, a count of finished read-throughs and a status say together: N of which D have dates are
  /// D dated and N−D undated ones (BOOKS §5), and a status that says "begun" stands for one at least. What
  /// was begun on a day, and of which no status says that it is over, goes on: a paused book is one.
  init(dated: [Dated], counted: Int, status: String?) {
    self.dated = Array(
      dated.sorted {
        ($0.finished == nil ? 1 : 0, $0.finished ?? $0.started ?? "")
          < ($1.finished == nil ? 1 : 0, $1.finished ?? $1.started ?? "")
      }
      .prefix(Limits.readingsPerBookMax))
    count = max(min(counted, Limits.readingsPerBookMax), self.dated.count { $0.finished != nil })
    switch status {
    case "reading"?:
      lastOutcome = "reading"
      count += 1
    case "read"?, "abandoned"?:
      lastOutcome = status ?? lastOutcome
      count = max(count, 1)
    default:
      guard let last = self.dated.last, last.finished == nil else { break }
      lastOutcome = "reading"
      count += 1
    }
    count = max(count, self.dated.count)
  }
}
