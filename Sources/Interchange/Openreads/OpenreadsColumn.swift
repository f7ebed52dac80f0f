/// The columns of an Openreads export (BOOKS §3).
enum OpenreadsColumn: String, TableColumn {
  case title = "title"
  case subtitle = "subtitle"
  case author = "author"
  case description = "description"
  case status = "status"
  case favourite = "favourite"
  /// Whether the book is in Openreads' trash.
  case deleted = "deleted"
  case rating = "rating"
  case pages = "pages"
  case year = "publication_year"
  case isbn = "isbn"
  case openLibraryKey = "olid"
  case tags = "tags"
  case review = "my_review"
  case notes = "notes"
  case format = "book_format"
  case readings = "readings"
  case added = "date_added"
  case modified = "date_modified"

  static let byName = named
}
