import GRDBSQLite

/// What SQLite does with an open file, of which some is done otherwise.
@safe final class FileMethods {
  /// As the file system that opened the file does it.
  let own: sqlite3_io_methods
  private let replaced: UnsafeMutablePointer<sqlite3_io_methods>

  /// The methods of `file`, none of them replaced yet.
  init(of file: UnsafeMutablePointer<sqlite3_file>) {
    var own = unsafe file.pointee.pMethods.pointee
    // What a later SQLite knows beyond these was not copied.
    own.iVersion = min(own.iVersion, 3)
    self.own = own
    unsafe replaced = .allocate(capacity: 1)
    unsafe replaced.initialize(to: own)
  }

  deinit { unsafe replaced.deallocate() }

  /// Has `file` do what `change` makes of the methods. This must live until it is closed.
  func replace(
    in file: UnsafeMutablePointer<sqlite3_file>, _ change: (inout sqlite3_io_methods) -> Void
  ) {
    unsafe change(&replaced.pointee)
    unsafe file.pointee.pMethods = UnsafePointer(replaced)
  }
}

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
