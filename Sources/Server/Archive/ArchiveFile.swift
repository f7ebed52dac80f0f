import CDeflate
import Glibc
import Interchange

/// A zip archive on the disk, of which one file at a time is read.
final class ArchiveFile {
  /// What is in it.
  let entries: [ArchiveEntry]
  private let descriptor: Int32

  /// Opens the archive at `path`; nil where there is none, or something else.
  /// - Throws: `ImportError.brokenArchive` or `.unreadableArchive`.
  init?(_ path: String) throws(ImportError) {
    // A pipe is no archive, and its bytes come once.
    guard FileBytes.isRegular(path), FileBytes.count(of: path) >= 4 else { return nil }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    do throws(ImportError) {
      let isArchive = ArchiveDirectory.isArchive(try Self.read(descriptor, at: 0, count: 4))
      guard isArchive else {
        close(descriptor)
        return nil
      }
      let byteCount = FileBytes.count(of: path)
      let tailByteCount = min(byteCount, ArchiveDirectory.tailByteCountMax)
      let tail = try Self.read(descriptor, at: byteCount - tailByteCount, count: tailByteCount)
      let range = try ArchiveDirectory.range(in: tail, byteCount: byteCount)
      entries = try ArchiveDirectory(
        Self.read(descriptor, at: range.lowerBound, count: range.count)
      ).entries
      self.descriptor = descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// The bytes of `entry`, of which there are at most `byteCountMax`.
  /// - Throws: `ImportError.tooLarge` before anything is read, or `.brokenArchive`.
  func bytes(of entry: ArchiveEntry, byteCountMax: Int) throws(ImportError) -> [UInt8] {
    guard max(entry.byteCount, entry.packedByteCount) <= byteCountMax else {
      throw .tooLarge(byteCount: max(entry.byteCount, entry.packedByteCount))
    }
    let header = try Self.read(
      descriptor, at: entry.offset, count: ArchiveDirectory.headerByteCount)
    let start = try ArchiveDirectory.start(of: entry, header: header)
    let packed = try Self.read(descriptor, at: start, count: entry.packedByteCount)
    let bytes = entry.isDeflated ? Self.inflated(packed, byteCount: entry.byteCount) : packed
    guard let bytes, Checksum.of(bytes) == entry.checksum else { throw .brokenArchive }
    return bytes
  }

  /// What `packed` was packed of, which has `byteCount` bytes; nil where that is not so.
  private static func inflated(_ packed: [UInt8], byteCount: Int) -> [UInt8]? {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      let result = unsafe libdeflate_deflate_decompress(
        decompressor, packed, packed.count, buffer.baseAddress, byteCount, nil)
      count = result == LIBDEFLATE_SUCCESS ? byteCount : 0
    }
    return bytes.count == byteCount ? bytes : nil
  }

  private static func read(
    _ descriptor: Int32, at place: Int, count: Int
  ) throws(ImportError) -> [UInt8] {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let size = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, place + filled)
        if size < 0, errno == EINTR { continue }
        guard size > 0 else { return }
        filled += size
      }
    }
    guard bytes.count == count else { throw .brokenArchive }
    return bytes
  }
}
