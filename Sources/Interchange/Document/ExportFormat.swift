import Library

/// What an export is written as.
package enum ExportFormat: Hashable, Sendable {
  /// Dogear's own document, which loses nothing; in an archive it stands beside its pictures.
  case dogear
  /// A table of the books, as Goodreads writes it.
  case goodreads

  /// The format that a file's name asks for: `.csv` is Goodreads' table, all else is Dogear's own.
  package init(fileName: String) {
    self = fileName.lowercased().hasSuffix(".csv") ? .goodreads : .dogear
  }

  /// Bytes of a file of this format that an import reads.
  package var byteCountMax: Int {
    switch self {
    case .dogear: Limits.documentByteCountMax
    case .goodreads: Limits.fileByteCountMax
    }
  }

  /// `library` in this format.
  package func bytes(of library: LibrarySnapshot) -> [UInt8] {
    switch self {
    case .dogear: DogearDocumentWriter.document(of: library)
    case .goodreads: GoodreadsExport.csv(of: library)
    }
  }
}
