import Interchange

/// Files are read or refused, and what can be read can be planned, the same each time. Of an archive the
/// list is read, and where its files begin.
enum ImportTarget: FuzzTarget {
  static let name = "imports"

  static func run(_ input: [UInt8]) {
    if ArchiveDirectory.isArchive(input) { _ = places(in: input) }
    guard let file = try? ImportFile(input) else { return }
    precondition(plan(of: file).report == plan(of: file).report, "plans differ")
  }

  static func accepts(_ input: [UInt8]) -> Bool {
    if ArchiveDirectory.isArchive(input) { return !places(in: input).isEmpty }
    guard let file = try? ImportFile(input) else { return false }
    return !plan(of: file).operations.isEmpty
  }

  private static func plan(of file: ImportFile) -> ImportPlan {
    file.plan(
      into: LibrarySnapshot([]), options: ImportOptions(batch: "fuzz", now: 1_760_000_000_000))
  }

  /// Where the files in an archive begin, of those that have a header.
  private static func places(in archive: [UInt8]) -> [Int] {
    let tail = Array(archive.suffix(ArchiveDirectory.tailByteCountMax))
    guard let range = try? ArchiveDirectory.range(in: tail, byteCount: archive.count),
      let directory = try? ArchiveDirectory(Array(archive[range]))
    else { return [] }
    return directory.entries.compactMap { entry in
      let header = archive.dropFirst(entry.offset).prefix(ArchiveDirectory.headerByteCount)
      return try? ArchiveDirectory.start(of: entry, header: Array(header))
    }
  }
}
