import GRDBSQLite

/// SQLite's own file system, but that the frames of a write-ahead log are put together (`LogFile`).
enum LogFileSystem {
  /// Has everything that is opened from now on opened here. SQLite's result code.
  static let installed = install()

  /// What SQLite's own file system needs for an open file, in bytes; a `FilePlace` lies well behind it.
  static let ownByteCount: Int = {
    let alignment = unsafe MemoryLayout<Unmanaged<AnyObject>>.alignment
    let byteCount = unsafe own.map { unsafe Int($0.pointee.szOsFile) } ?? 0
    return (byteCount + alignment - 1) / alignment * alignment
  }()

  private static let ownName = "unix"
  private static let name: StaticString = "dogear"

  private static var own: UnsafeMutablePointer<sqlite3_vfs>? { unsafe sqlite3_vfs_find(ownName) }

  /// Whether the database of `connection` was opened here.
  static func hasOpened(_ connection: OpaquePointer?) -> Bool {
    var system: UnsafeMutablePointer<sqlite3_vfs>?
    let result = unsafe sqlite3_file_control(
      connection, "main", SQLITE_FCNTL_VFS_POINTER, &system)
    guard result == SQLITE_OK, let found = unsafe system?.pointee.zName else { return false }
    return unsafe UnsafeRawPointer(found) == UnsafeRawPointer(name.utf8Start)
  }

  private static func install() -> CInt {
    guard let own = unsafe own else { return SQLITE_NOTFOUND }
    // SQLite keeps it until the process ends.
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    unsafe system.initialize(to: own.pointee)
    // What a later SQLite knows beyond these was not copied.
    unsafe system.pointee.iVersion = min(own.pointee.iVersion, 3)
    unsafe system.pointee.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(
      to: CChar.self)
    unsafe system.pointee.szOsFile = CInt(ownByteCount + FilePlace.byteCount)
    unsafe system.pointee.xOpen = { _, path, file, flags, taken in
      guard let own = unsafe LogFileSystem.own, let file = unsafe file else { return SQLITE_MISUSE }
      let result = unsafe own.pointee.xOpen(own, path, file, flags, taken)
      guard result == SQLITE_OK else { return result }
      if flags & SQLITE_OPEN_MAIN_DB != 0 { unsafe DatabaseFile.wrap(file) }
      if flags & SQLITE_OPEN_WAL != 0, let path = unsafe path {
        // Whoever opens a log has opened its database here.
        unsafe LogFile.wrap(file, of: DatabaseFile.of(sqlite3_database_file_object(path)))
      }
      return SQLITE_OK
    }
    return unsafe sqlite3_vfs_register(system, 1)
  }
}
