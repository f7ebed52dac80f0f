import Glibc

extension SQLiteStore {
  /// Looks through the log beside the database at `path`, which nobody may be writing in, and changes nothing.
  /// - Throws: `StoreError.damaged` where SQLite would leave out, without a word, edits that were saved.
  package static func checkLog(of path: String) throws(StoreError) {
    guard let frames = logFrames(at: path + "-wal"), let first = frames.firstUnread,
      frames.lastSynced != nil
    else { return }
    throw .damaged(
      "the file beside it that ends in -wal holds its last edits, and is not as it was written from "
        + "frame \(first) on.")
  }

  /// Looks at all frames of the log at `path`; nil where there is none, or it cannot be read: SQLite will say why.
  private static func logFrames(at path: String) -> LogFrames? {
    guard let file = unsafe fopen(path, "re") else { return nil }
    defer { unsafe fclose(file) }
    guard let head = unsafe bytes(LogFrames.headByteCount, from: file) else { return nil }
    var frames = unsafe head.withUnsafeBytes { unsafe LogFrames(head: $0) }
    let byteCount = LogFrames.frameHeadByteCount + frames.pageByteCount
    while let frame = unsafe bytes(byteCount, from: file) {
      unsafe frame.withUnsafeBytes { unsafe frames.add($0) }
    }
    return frames
  }

  /// The next `count` bytes of `file`; nil where there are fewer.
  private static func bytes(_ count: Int, from file: UnsafeMutablePointer<FILE>) -> [UInt8]? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = unsafe fread(buffer.baseAddress, 1, count, file)
    }
    return bytes.count == count ? bytes : nil
  }
}
