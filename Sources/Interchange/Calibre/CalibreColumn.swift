/// The columns of a catalogue that Calibre writes as CSV (BOOKS §3): whoever makes one chooses among them.
/// Columns of a person's own begin with `#`; `CalibreBook` knows some by their names.
enum CalibreColumn: String, TableColumn {
  case title = "title"
  case titleSort = "title_sort"
  case authors = "authors"
  case authorSort = "author_sort"
  case comments = "comments"
  case formats = "formats"
  case isbn = "isbn"
  case identifiers = "identifiers"
  case languages = "languages"
  case published = "pubdate"
  case publisher = "publisher"
  case rating = "rating"
  case series = "series"
  case seriesIndex = "series_index"
  case tags = "tags"
  case added = "timestamp"
  case uuid = "uuid"
  /// The book's number in the library of this name.
  case number = "id"
  case library = "library_name"
  /// Of a file on somebody's disk, which nothing here is made of.
  case cover = "cover"
  case size = "size"

  static let byName = named
}
