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
