/// The columns of a Goodreads export. The 24 and the 31 columns, and any other order, are read alike
/// (BOOKS §3).
enum GoodreadsColumn: String, TableColumn {
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

  static let byName = named
}
