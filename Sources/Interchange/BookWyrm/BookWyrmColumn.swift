/// The columns of a BookWyrm export that Dogear has a place for (BOOKS §3). Numbers of other catalogues,
/// content warnings and the day of a review are kept as fields under their own names.
enum BookWyrmColumn: String, TableColumn {
  case title = "title"
  case authors = "author_text"
  /// The book's address, by which BookWyrm knows it.
  case address = "remote_id"
  case openLibraryKey = "openlibrary_key"
  case goodreadsKey = "goodreads_key"
  case asin = "asin"
  case isbn10 = "isbn_10"
  case isbn13 = "isbn_13"
  case pages = "pages"
  case started = "start_date"
  case finished = "finish_date"
  case stopped = "stopped_date"
  case rating = "rating"
  case reviewName = "review_name"
  case review = "review_content"
  case shelf = "shelf"
  case shelfName = "shelf_name"
  case shelved = "shelf_date"

  static let byName = named
}
