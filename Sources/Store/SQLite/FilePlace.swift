import GRDBSQLite

/// The place behind what SQLite's own file system keeps of an open file, where an object of ours is kept.
enum FilePlace {
  /// What it takes, in bytes.
  static let byteCount = unsafe MemoryLayout<Unmanaged<AnyObject>>.size

  /// Puts `content` there until it is taken.
  static func put(_ content: AnyObject, in file: UnsafeMutablePointer<sqlite3_file>?) {
    unsafe place(in: file).initialize(to: .passRetained(content))
  }

  /// What was put there.
  static func content<Content: AnyObject>(
    of file: UnsafeMutablePointer<sqlite3_file>?
  ) -> Content {
    unsafe unsafeDowncast(place(in: file).pointee.takeUnretainedValue(), to: Content.self)
  }

  /// Takes what was put there.
  static func take<Content: AnyObject>(
    from file: UnsafeMutablePointer<sqlite3_file>?
  ) -> Content {
    unsafe unsafeDowncast(place(in: file).move().takeRetainedValue(), to: Content.self)
  }

  private static func place(
    in file: UnsafeMutablePointer<sqlite3_file>?
  ) -> UnsafeMutablePointer<Unmanaged<AnyObject>> {
    guard let file = unsafe file else { preconditionFailure("SQLite names the file it means.") }
    return unsafe (UnsafeMutableRawPointer(file) + LogFileSystem.ownByteCount)
      .assumingMemoryBound(to: Unmanaged<AnyObject>.self)
  }
}
