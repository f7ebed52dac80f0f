/// What wrote a file, told by its first bytes and by the names of its columns.
enum FileFormat {
  case table(CSVTable, TableProgram)
  case dogear(DogearDocument)

  /// Tells the format of `bytes` and takes them apart.
  /// - Throws: `ImportError`, with what was recognised and what Dogear reads.
  init(_ bytes: [UInt8]) throws(ImportError) {
    if Self.isLibraryArchive(bytes) { throw .archive }
    if let program = Self.program(ofBinary: bytes) { throw .notReadYet(program: program) }
    let text = TextFile.utf8(bytes)
    guard let first = text.first(where: { $0 > 0x20 }) else {
      let isBlank = text.allSatisfy { "\t\n\r ".utf8.contains($0) }
      throw isBlank ? .empty : .unknown(found: Self.description(of: text))
    }
    if first == UInt8(ascii: "{"), DogearDocument.isDocument(text) {
      self = .dogear(try DogearDocument(text))
      return
    }
    if first == UInt8(ascii: "{") { throw Self.error(forJSON: text) }
    for delimiter in [",", ";", "\t"] as [Unicode.Scalar] {
      let byte = UInt8(ascii: delimiter)
      guard let header = CSVTable.header(text, delimiter: byte) else { continue }
      if let program = TableProgram(header: header),
        let table = try CSVTable(text, delimiter: byte)
      {
        self = .table(table, program)
        return
      }
      if let program = Self.program(ofHeader: header) { throw .notReadYet(program: program) }
    }
    throw .unknown(found: Self.description(of: text))
  }

  /// Columns that only one program's export has (BOOKS §3).
  private static func program(ofHeader header: [String]) -> String? {
    let names = Set(header.map { $0.lowercased() })
    return names.contains("work id") ? "Open Library" : nil
  }

  private static func program(ofBinary bytes: [UInt8]) -> String? {
    if bytes.starts(with: "SQLite format 3\0".utf8) {
      return "Calibre as a database, or another database"
    }
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      return "Openreads as a backup, or another zip archive"
    }
    return nil
  }

  /// Whether the first file of an archive is a library's document.
  private static func isLibraryArchive(_ bytes: [UInt8]) -> Bool {
    ArchiveDirectory.isArchive(bytes)
      && bytes.dropFirst(ArchiveDirectory.headerByteCount).starts(
        with: LibraryArchive.documentName.utf8)
  }

  private static func error(forJSON text: [UInt8]) -> ImportError {
    let start = String(decoding: text.prefix(2_048), as: UTF8.self)
    if start.contains("\"books_id\"") { return .notReadYet(program: "LibraryThing as JSON") }
    return .unknown(found: "The file is JSON of a program that Dogear does not know.")
  }

  private static func description(of text: [UInt8]) -> String {
    guard let header = CSVTable.header(text, delimiter: UInt8(ascii: ",")), header.count > 1 else {
      return "The file begins with no header that Dogear knows."
    }
    let names = header.prefix(4).map { "“\($0.shortened(to: Limits.quotedLengthMax))”" }
    let more = header.count > names.count ? " and \(header.count - names.count) more" : ""
    return "The file has the columns \(names.joined(separator: ", "))\(more), "
      + "which no program known to Dogear writes."
  }
}
