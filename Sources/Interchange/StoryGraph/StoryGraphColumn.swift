/// The columns of a StoryGraph export that Dogear has a place for (BOOKS §3). Moods, pace, warnings and
/// the answers about characters are kept as fields under their own names.
enum StoryGraphColumn: String, TableColumn {
  case title = "Title"
  case authors = "Authors"
  /// What an older export calls `authors`.
  case author = "Author"
  case contributors = "Contributors"
  case uid = "ISBN/UID"
  /// What an older export calls `uid`.
  case isbn = "ISBN"
  case format = "Format"
  case status = "Read Status"
  case dateAdded = "Date Added"
  case lastDateRead = "Last Date Read"
  case datesRead = "Dates Read"
  case readCount = "Read Count"
  case rating = "Star Rating"
  case review = "Review"
  case tags = "Tags"
  case owned = "Owned?"

  static let byName = named
}
