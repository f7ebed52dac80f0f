import GRDBSQLite

/// A write-ahead log whose frames are put together (`LogGatherer`) before they are written.
///
/// SQLite's own file system opens it and does everything else with it. Whoever reads it, asks for its
/// length, or has it cut or synced, finds all that was written, in its order; and what cannot be written is
/// told before a transaction counts as committed.
@safe final class LogFile {
  /// What the file system does with a file.
  private let own: UnsafePointer<sqlite3_io_methods>
  /// The same, but for what has to do with what is gathered.
  private let methods: UnsafeMutablePointer<sqlite3_io_methods>
  private var gatherer = LogGatherer()

  /// Comes between SQLite and `file`, which was opened just now; there is space for a reference behind
  /// `LogFileSystem.ownByteCount` bytes of it.
  static func wrap(_ file: UnsafeMutablePointer<sqlite3_file>) {
    let log = unsafe LogFile(over: file.pointee.pMethods)
    unsafe file.pointee.pMethods = UnsafePointer(log.methods)
    unsafe place(in: file).initialize(to: .passRetained(log))
  }

  private init(over own: UnsafePointer<sqlite3_io_methods>) {
    unsafe self.own = own
    unsafe methods = .allocate(capacity: 1)
    unsafe methods.initialize(to: own.pointee)
    // SQLite maps no log, so these are all that meet its bytes.
    unsafe methods.pointee.xWrite = { file, bytes, count, place in
      unsafe LogFile.of(file).write(
        UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: place, to: file)
    }
    unsafe methods.pointee.xRead = { file, bytes, count, place in
      unsafe LogFile.of(file).flushed(file) { unsafe $0.xRead(file, bytes, count, place) }
    }
    unsafe methods.pointee.xTruncate = { file, size in
      unsafe LogFile.of(file).flushed(file) { unsafe $0.xTruncate(file, size) }
    }
    unsafe methods.pointee.xSync = { file, flags in
      unsafe LogFile.of(file).flushed(file) { unsafe $0.xSync(file, flags) }
    }
    unsafe methods.pointee.xFileSize = { file, size in
      unsafe LogFile.of(file).flushed(file) { unsafe $0.xFileSize(file, size) }
    }
    unsafe methods.pointee.xClose = { file in
      let log = unsafe LogFile.place(in: file).move()
      defer { unsafe log.release() }
      // What is gathered still was never committed.
      return unsafe log.takeUnretainedValue().own.pointee.xClose(file)
    }
  }

  deinit { unsafe methods.deallocate() }

  private func write(
    _ piece: UnsafeRawBufferPointer, at place: Int64, to file: UnsafeMutablePointer<sqlite3_file>?
  ) -> CInt {
    if unsafe gatherer.take(piece, at: place) { return SQLITE_OK }
    return unsafe flushed(file) { own in
      if unsafe gatherer.take(piece, at: place) { return SQLITE_OK }
      return unsafe own.xWrite(file, piece.baseAddress, CInt(piece.count), place)
    }
  }

  /// Writes what is gathered, and then does `next`.
  private func flushed(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ next: (sqlite3_io_methods) -> CInt
  ) -> CInt {
    if !gatherer.bytes.isEmpty {
      let result = unsafe gatherer.bytes.withUnsafeBytes { bytes in
        unsafe own.pointee.xWrite(file, bytes.baseAddress, CInt(bytes.count), gatherer.offset)
      }
      gatherer.removeAll()
      guard result == SQLITE_OK else { return result }
    }
    return unsafe next(own.pointee)
  }

  private static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> LogFile {
    unsafe place(in: file).pointee.takeUnretainedValue()
  }

  private static func place(
    in file: UnsafeMutablePointer<sqlite3_file>?
  ) -> UnsafeMutablePointer<Unmanaged<LogFile>> {
    guard let file = unsafe file else { preconditionFailure("SQLite names the file it means.") }
    return unsafe (UnsafeMutableRawPointer(file) + LogFileSystem.ownByteCount)
      .assumingMemoryBound(to: Unmanaged<LogFile>.self)
  }
}
