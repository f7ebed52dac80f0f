/// Every bound of import and export, with its reason. A file over one of the first four is refused
/// with an `ImportError`; what exceeds another is reported with its row, and the row is kept as text.
package enum Limits {
  /// Bytes of another program's file: twice the largest real export seen, 20,000 Goodreads rows with reviews,
  /// which is 30 MiB; a personal one has some 1.5 MB for 2,000 books.
  package static let fileByteCountMax = 64 << 20

  /// Bytes of a Dogear document: a library of 100,000 books that came from a table, whose rows it keeps,
  /// has 130 MB, and Dogear is to read what it wrote. Half as much again; an import takes some eight
  /// times its file in memory.
  package static let documentByteCountMax = 192 << 20

  /// Bytes of the list of a zip archive's files: of 100,000 pictures it has 12 MB. Beyond it:
  /// `ImportError.unreadableArchive`.
  package static let archiveListByteCountMax = 32 << 20

  /// Rows of a file: the largest library Dogear is measured with has 100,000 books.
  package static let rowCountMax = 200_000

  /// Entities of a Dogear document: each book may have readings, notes and an import row beside it.
  package static let entityCountMax = 2_000_000

  /// Columns of a table: LibraryThing's 49 are the most of any program known. Beyond it:
  /// `ImportError.tooManyColumns`; a row with more cells fails alone.
  package static let columnCountMax = 256

  /// Bytes of one row: a review of 60 pages, and within a value of Library's however many of its
  /// characters JSON escapes. A quotation mark that is never closed stops here.
  package static let recordByteCountMax = 128 << 10

  /// Bytes read again while looking for the row after a broken one: the size of the largest file,
  /// so that a hostile file costs twice an honest one. Beyond it a row ends where its line ends.
  package static let recoveryByteCountMax = fileByteCountMax

  /// Read-throughs made from one row; more than that is a slip of the keyboard.
  package static let readingsPerBookMax = 50

  /// Shelves that one row may name; also what one change can carry beside the other fields.
  package static let shelvesPerBookMax = 60

  /// Tags that one row may give; as with shelves, what one change can carry beside the other fields.
  package static let tagsPerBookMax = 60

  /// Columns unknown to Dogear that become fields of a book: with its own fields, what one change
  /// may name.
  package static let customFieldsPerBookMax = 200

  /// Characters of an HTML tag: longer ones, as of a picture inside the text, are text.
  package static let tagLengthMax = 2_000

  /// Scalars of a custom field's key: as long as the name of a tag. What a name of a column has beyond it is cut
  /// off, and with `custom.` before it the rest fits a field's name (`Library.Limits.fieldNameLengthMax`).
  package static let customKeyLengthMax = 100

  /// Copies of one book that a row may say are owned; more than that is a number of something else.
  static let copiesMax = 9_999

  /// Scalars of two titles that are compared letter by letter; the work grows with the square.
  package static let comparedTitleLengthMax = 200

  /// Books by one author that a title is compared with letter by letter.
  package static let comparedTitleCountMax = 500

  /// Books with one ISBN, or other id, that a row with it is compared with: as many as a new book is
  /// (`twinsLookedAtMax`), and enough for a set whose volumes share one. Rows of one file that differ in
  /// title are different books, and each would be compared with all before it. A row that is like none
  /// of these is a book of its own.
  package static let comparedTwinCountMax = 64

  /// The part of two titles that must agree for a person to be asked whether they are one book
  /// (BOOKS §5, rule 4).
  package static let similarTitleRatio = 0.9

  /// Scalars of a file's own text quoted in a sentence.
  package static let quotedLengthMax = 60
}
