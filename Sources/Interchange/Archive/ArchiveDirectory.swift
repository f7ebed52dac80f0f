/// The list of a zip archive's files, which stands at its end (PKWARE's APPNOTE 6.3). Whoever has the
/// archive reads its parts where this says they are.
package struct ArchiveDirectory: Sendable {
  /// Its files, in the archive's order; no folders.
  package private(set) var entries: [ArchiveEntry] = []

  /// Bytes at an archive's end that say where the list stands: the mark of the end, and a comment.
  package static let tailByteCountMax = 22 + 0xFFFF

  /// Bytes before a file's own, without its name.
  package static let headerByteCount = 30

  /// Whether `bytes` begin as an archive does.
  package static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: ArchiveMark.header) || bytes.starts(with: ArchiveMark.end)
  }

  /// Where the list stands in an archive of `byteCount` bytes that ends with `tail`.
  /// - Throws: `ImportError.brokenArchive` or `.unreadableArchive`.
  package static func range(
    in tail: [UInt8], byteCount: Int
  ) throws(ImportError) -> Range<Int> {
    var place = tail.count - 22
    while place >= 0 {
      // A comment may hold anything, so it has to reach to the end, too.
      if tail[place...].starts(with: ArchiveMark.end),
        tail.number(at: place + 20, width: 2) == tail.count - place - 22
      {
        break
      }
      place -= 1
    }
    guard place >= 0 else { throw .brokenArchive }
    let (count, offset) = (
      tail.number(at: place + 12, width: 4), tail.number(at: place + 16, width: 4)
    )
    guard count < UInt32.max, offset < UInt32.max, count <= Limits.archiveListByteCountMax else {
      throw .unreadableArchive
    }
    guard offset + count <= byteCount - tail.count + place else { throw .brokenArchive }
    return offset..<offset + count
  }

  /// Reads the list.
  /// - Throws: `ImportError.brokenArchive` or `.unreadableArchive`.
  package init(_ list: [UInt8]) throws(ImportError) {
    var place = 0
    while place < list.count {
      guard list.count - place >= 46, list[place...].starts(with: ArchiveMark.listed) else {
        throw .brokenArchive
      }
      let start = place + 46
      let end = start + list.number(at: place + 28, width: 2)
      guard end <= list.count else { throw .brokenArchive }
      let method = list.number(at: place + 10, width: 2)
      let name = String(decoding: list[start..<end], as: UTF8.self)
      let entry = ArchiveEntry(
        name: name, isDeflated: method == 8,
        checksum: UInt32(list.number(at: place + 16, width: 4)),
        packedByteCount: list.number(at: place + 20, width: 4),
        byteCount: list.number(at: place + 24, width: 4),
        offset: list.number(at: place + 42, width: 4))
      if !name.hasSuffix("/") {
        // Encrypted, packed in another way, or beyond 4 GiB.
        let isPlain = list.number(at: place + 8, width: 2) & 1 == 0 && [0, 8].contains(method)
        guard isPlain, max(entry.packedByteCount, entry.byteCount, entry.offset) < UInt32.max else {
          throw .unreadableArchive
        }
        guard entry.isDeflated || entry.packedByteCount == entry.byteCount else {
          throw .brokenArchive
        }
        entries.append(entry)
      }
      place = end + list.number(at: place + 30, width: 2) + list.number(at: place + 32, width: 2)
    }
  }

  /// Where the bytes of `entry` begin, whose header has these first bytes.
  /// - Throws: `ImportError.brokenArchive`.
  package static func start(of entry: ArchiveEntry, header: [UInt8]) throws(ImportError) -> Int {
    guard header.count == headerByteCount, header.starts(with: ArchiveMark.header) else {
      throw .brokenArchive
    }
    // The header's name and what is extra may be others than those of the list.
    return entry.offset + headerByteCount + header.number(at: 26, width: 2)
      + header.number(at: 28, width: 2)
  }
}

extension [UInt8] {
  /// The number in `width` bytes from `place` on, the least first.
  fileprivate func number(at place: Int, width: Int) -> Int {
    self[place..<place + width].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
