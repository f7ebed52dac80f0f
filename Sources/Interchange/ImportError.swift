/// Why a file as a whole could not be read. A row that cannot be read is no such error: it is
/// reported with its number, and the rows after it are read.
package enum ImportError: Error, Hashable, Sendable {
  /// The file has nothing in it.
  case empty
  /// The file is over `Limits.fileByteCountMax`, or `documentByteCountMax` where it is Dogear's own.
  case tooLarge(byteCount: Int)
  /// The table has more than `Limits.rowCountMax` rows.
  case tooManyRows
  /// A Dogear document has more than `Limits.entityCountMax` entities.
  case tooManyEntities
  /// The table has more than `Limits.columnCountMax` columns.
  case tooManyColumns
  /// The file is of a program that Dogear knows and does not read yet.
  case notReadYet(program: String)
  /// The file is of no program that Dogear knows; `found` says what was seen at its start.
  case unknown(found: String)
  /// A Dogear document of a later version than this Dogear reads.
  case newerDocument(version: Int)
  /// A Dogear document whose text is broken before its first entity.
  case brokenDocument
  /// A zip archive is cut short or damaged.
  case brokenArchive
  /// A zip archive is encrypted, packed in a rare way, or larger than Dogear writes any.
  case unreadableArchive
  /// A Dogear archive where the document in it is wanted alone.
  case archive

  /// What happened and what to do, in one or two sentences for a person.
  package var message: String {
    let reads =
      "Dogear reads exports of Goodreads, StoryGraph, BookWyrm, Openreads and Calibre (CSV), of "
      + "LibraryThing (tab-delimited) and its own (JSON), and tables with columns named Title and Author."
    switch self {
    case .empty: return "The file is empty. \(reads)"
    case .tooLarge(let byteCount):
      return "The file has \(byteCount >> 20) MiB; Dogear reads up to "
        + "\(Limits.fileByteCountMax >> 20) MiB at once, and "
        + "\(Limits.documentByteCountMax >> 20) MiB of its own exports. Split a table and bring in the "
        + "parts; a library that is larger comes back from a backup."
    case .tooManyRows:
      return "The file has more than \(Limits.rowCountMax) rows; split it and bring in the parts."
    case .tooManyEntities:
      return
        "This Dogear export has more than \(Limits.entityCountMax) entries. Nothing was changed; a library "
        + "that is larger comes back from a backup."
    case .tooManyColumns:
      return
        "The file has more than \(Limits.columnCountMax) columns. Nothing was changed; take out "
        + "those that are empty, or that you do not need, and bring it in again."
    case .notReadYet(let program):
      return "This is an export of \(program), which Dogear does not read yet. \(reads)"
    case .unknown(let found): return "\(found) \(reads)"
    case .newerDocument(let version):
      return "This Dogear export has version \(version), which a newer Dogear wrote; "
        + "bring Dogear up to date to read it."
    case .brokenDocument:
      return
        "This Dogear export is damaged at its start. Nothing was changed; export it again, or copy it "
        + "anew."
    case .brokenArchive:
      return
        "This zip archive is damaged, or not all of it is here. Nothing was changed; export it "
        + "again, or copy it anew."
    case .unreadableArchive:
      return
        "This zip archive is locked, or packed in a way that Dogear does not read. Nothing was "
        + "changed; pack it again as a plain zip."
    case .archive:
      return
        "This is a Dogear archive with pictures. Nothing was changed; the page Import and dogear "
        + "import take it as it is, and here goes the \(LibraryArchive.documentName) in it."
    }
  }
}
