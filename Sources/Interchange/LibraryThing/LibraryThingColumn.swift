/// The columns of a LibraryThing export that Dogear has a place for (BOOKS §3). Measures, call numbers and
/// lending are kept as fields under their own names.
enum LibraryThingColumn: String, TableColumn {
  case bookId = "Book Id"
  case title = "Title"
  /// At which character of the title sorting begins, counted from 1.
  case sortCharacter = "Sort Character"
  case primaryAuthor = "Primary Author"
  case primaryRole = "Primary Author Role"
  case secondaryAuthors = "Secondary Author"
  case secondaryRoles = "Secondary Author Roles"
  case publication = "Publication"
  case date = "Date"
  case review = "Review"
  case rating = "Rating"
  case comment = "Comment"
  case privateComment = "Private Comment"
  /// Title, author and year once more, which LibraryThing makes.
  case summary = "Summary"
  case media = "Media"
  case pages = "Page Count"
  case acquired = "Acquired"
  case started = "Date Started"
  case finished = "Date Read"
  case tags = "Tags"
  case collections = "Collections"
  case isbn = "ISBN"
  case isbns = "ISBNs"
  case subjects = "Subjects"
  case copies = "Copies"
  case entered = "Entry Date"
  case fromWhere = "From Where"

  static let byName = named
}
