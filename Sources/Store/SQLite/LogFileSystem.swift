import GRDBSQLite

/// SQLite's own file system, but that the frames of a write-ahead log are put together (`LogFile`).
enum LogFileSystem {
  /// Has everything that is opened from now on opened here. SQLite's result code.
  static let installed = install()

  /// What SQLite's own file system needs for a file, in bytes; a reference lies well behind it.
  static let ownByteCount: Int = {
    let alignment = unsafe MemoryLayout<Unmanaged<LogFile>>.alignment
    let byteCount = unsafe own.map { unsafe Int($0.pointee.szOsFile) } ?? 0
    return (byteCount + alignment - 1) / alignment * alignment
  }()

  private static let ownName = "unix"
  private static let name: StaticString = "dogear"

  private static var own: UnsafeMutablePointer<sqlite3_vfs>? { unsafe sqlite3_vfs_find(ownName) }

  private static func install() -> CInt {
    guard let own = unsafe own else { return SQLITE_NOTFOUND }
    // SQLite keeps it until the process ends.
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    unsafe system.initialize(to: own.pointee)
    unsafe system.pointee.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(
      to: CChar.self)
    unsafe system.pointee.szOsFile = CInt(ownByteCount + MemoryLayout<Unmanaged<LogFile>>.size)
    unsafe system.pointee.xOpen = { _, path, file, flags, taken in
      guard let own = unsafe LogFileSystem.own, let file = unsafe file else { return SQLITE_MISUSE }
      let result = unsafe own.pointee.xOpen(own, path, file, flags, taken)
      if result == SQLITE_OK, flags & SQLITE_OPEN_WAL != 0 { unsafe LogFile.wrap(file) }
      return result
    }
    return unsafe sqlite3_vfs_register(system, 1)
  }
}
