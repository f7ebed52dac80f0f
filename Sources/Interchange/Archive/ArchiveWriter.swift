/// Writes a zip archive (PKWARE's APPNOTE 6.3) file by file, so that none is in memory but the one under
/// way. Files lie there as they are, for pictures are packed already, and have no time, so that two
/// archives of the same files are the same.
package struct ArchiveWriter: Sendable {
  private var directory: [UInt8] = []
  private var count = 0
  private var offset = 0

  /// Begins an archive.
  package init() {}

  /// What stands before the bytes of the next file, which is called `name` in ASCII.
  package mutating func header(of name: String, checksum: UInt32, byteCount: Int) -> [UInt8] {
    let nameBytes = Array(name.utf8)
    let end = offset + 30 + nameBytes.count + byteCount
    precondition(end < UInt32.max, "A library's pictures and its document are far below 4 GiB.")
    var about: [UInt8] = []
    about.append(10, width: 2)  // what reading it takes: version 1.0
    about.append(0, width: 2)  // flags
    about.append(0, width: 2)  // method: as it is
    about.append(0, width: 2)  // no time,
    about.append(0x21, width: 2)  // and the first date there is
    about.append(Int(checksum), width: 4)
    about.append(byteCount, width: 4)
    about.append(byteCount, width: 4)
    about.append(nameBytes.count, width: 2)
    about.append(0, width: 2)  // nothing extra
    directory += ArchiveMark.listed
    directory.append(10, width: 2)  // what made it
    directory += about
    directory.append(0, width: 10)  // no comment, one part, no attributes
    directory.append(offset, width: 4)
    directory += nameBytes
    count += 1
    offset = end
    return ArchiveMark.header + about + nameBytes
  }

  /// What ends the archive: the list of its files, and where that is.
  package var tail: [UInt8] {
    var tail = directory
    if count >= 0xFFFF { appendLargeEnd(to: &tail) }
    tail += ArchiveMark.end
    tail.append(0, width: 4)  // one part
    for _ in 0..<2 { tail.append(min(count, 0xFFFF), width: 2) }
    tail.append(directory.count, width: 4)
    tail.append(offset, width: 4)
    tail.append(0, width: 2)  // no comment
    return tail
  }

  /// How many there are where two bytes cannot say it (APPNOTE 4.3.14 and 4.3.15).
  private func appendLargeEnd(to tail: inout [UInt8]) {
    tail += ArchiveMark.largeEnd
    tail.append(44, width: 8)  // what follows of it
    tail.append(45, width: 2)
    tail.append(45, width: 2)
    tail.append(0, width: 8)
    for _ in 0..<2 { tail.append(count, width: 8) }
    tail.append(directory.count, width: 8)
    tail.append(offset, width: 8)
    tail += ArchiveMark.largeEndPlace
    tail.append(0, width: 4)
    tail.append(offset + directory.count, width: 8)
    tail.append(1, width: 4)
  }
}

extension [UInt8] {
  /// Appends `number` in `width` bytes, the least first.
  fileprivate mutating func append(_ number: Int, width: Int) {
    for place in 0..<width {
      append(place < 8 ? UInt8(truncatingIfNeeded: number >> (8 * place)) : 0)
    }
  }
}
