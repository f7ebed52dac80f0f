import CSQLite

@testable import Store

/// A file that only notes what is written to it, and may be full.
@safe final class FakeFile {
  /// What SQLite holds of it.
  let file: UnsafeMutablePointer<sqlite3_file>
  private let space: UnsafeMutableRawPointer
  private let methods: UnsafeMutablePointer<sqlite3_io_methods>

  /// Where it was written, and how many bytes, in order.
  private(set) var writes: [Write] = []
  var isFull = false
  /// Whether somebody else writes.
  var isLocked = false

  struct Write: Equatable {
    let place: Int64
    let byteCount: Int
  }

  init() {
    let byteCount = LogFileSystem.ownByteCount + FilePlace.byteCount
    unsafe space = .allocate(byteCount: byteCount, alignment: 16)
    unsafe space.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    unsafe file = space.assumingMemoryBound(to: sqlite3_file.self)
    unsafe methods = .allocate(capacity: 1)
    unsafe methods.initialize(to: sqlite3_io_methods())
    unsafe methods.pointee.iVersion = 3
    unsafe methods.pointee.xWrite = { file, _, count, place in
      let fake = unsafe FakeFile.of(file)
      if fake.isFull { return SQLITE_FULL }
      fake.writes.append(Write(place: place, byteCount: Int(count)))
      return SQLITE_OK
    }
    unsafe methods.pointee.xRead = { _, _, _, _ in SQLITE_OK }
    unsafe methods.pointee.xShmLock = { file, _, _, flags in
      unsafe FakeFile.of(file).isLocked && flags & SQLITE_SHM_LOCK != 0 ? SQLITE_BUSY : SQLITE_OK
    }
    unsafe methods.pointee.xClose = { _ in SQLITE_OK }
    unsafe file.pointee.pMethods = UnsafePointer(methods)
    // Where the file system of a real one keeps what it knows of it.
    unsafe (space + MemoryLayout<sqlite3_file>.size)
      .storeBytes(of: Unmanaged.passUnretained(self), as: Unmanaged<FakeFile>.self)
  }

  deinit {
    unsafe space.deallocate()
    unsafe methods.deallocate()
  }

  private static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> FakeFile {
    guard let file = unsafe file else { preconditionFailure("It was named.") }
    return unsafe (UnsafeRawPointer(file) + MemoryLayout<sqlite3_file>.size)
      .load(as: Unmanaged<FakeFile>.self).takeUnretainedValue()
  }

  // MARK: As SQLite uses it

  func write(_ piece: [UInt8], at place: Int64) -> CInt {
    unsafe file.pointee.pMethods.pointee.xWrite(file, piece, CInt(piece.count), place)
  }

  func read() -> CInt {
    var bytes = [UInt8](repeating: 0, count: 24)
    return unsafe file.pointee.pMethods.pointee.xRead(file, &bytes, 24, 0)
  }

  func lockWriter() -> CInt { lock(SQLITE_SHM_LOCK) }

  func unlockWriter() -> CInt { lock(SQLITE_SHM_UNLOCK) }

  private func lock(_ flag: CInt) -> CInt {
    unsafe file.pointee.pMethods.pointee.xShmLock(file, 0, 1, flag | SQLITE_SHM_EXCLUSIVE)
  }

  func close() -> CInt { unsafe file.pointee.pMethods.pointee.xClose(file) }
}
