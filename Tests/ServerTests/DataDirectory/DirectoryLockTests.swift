import Server
import ServerTesting
import Synchronization
import Testing

struct DirectoryLockTests {
  @Test func `one holds the lock at a time, and its end frees it`() throws {
    let folder = try TemporaryDirectory()
    let directory = DataDirectory(path: folder.path + "/a/b")
    try directory.create()
    do {
      let lock = try DirectoryLock(directory)
      #expect(throws: DataDirectoryError.inUse(directory.path)) {
        _ = try DirectoryLock(directory)
      }
      _ = consume lock
    }
    _ = try DirectoryLock(directory)
  }

  @Test func `a lock that is let go of meanwhile is waited for, and no longer than is said`() throws
  {
    let folder = try TemporaryDirectory()
    let directory = DataDirectory(path: folder.path + "/data")
    #expect(try isTaken(directory) { Issue.record("There is nobody to wait for.") } == false)
    try directory.create()
    let lock = try DirectoryLock(directory)
    var waits = 0
    #expect(throws: DataDirectoryError.inUse(directory.path)) {
      try isTaken(directory, patience: .seconds(1)) { waits += 1 }
    }
    #expect(waits == 1)
    let holder = LockHolder(lock)
    #expect(try isTaken(directory) { holder.letGo() })
  }

  /// Whether the lock of `directory` was there to be taken, and was.
  private func isTaken(
    _ directory: DataDirectory, patience: Duration = .seconds(60), willWait: () -> Void
  ) throws -> Bool {
    let lock = try DirectoryLock.waiting(for: directory, patience: patience, willWait: willWait)
    return lock != nil
  }

  /// Somebody who has a lock until told otherwise.
  private struct LockHolder: ~Copyable {
    private let lock: Mutex<DirectoryLock?>

    init(_ lock: consuming DirectoryLock) { self.lock = Mutex(lock) }

    borrowing func letGo() { lock.withLock { $0 = nil } }
  }

  @Test func `a folder that cannot be made is told in a sentence`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("a file", to: "taken")
    let error = #expect(throws: DataDirectoryError.self) {
      try DataDirectory(path: folder.path + "/taken/data").create()
    }
    #expect(error?.description.contains("Not a directory") == true)
  }

  @Test func `making a folder that is there changes nothing`() throws {
    let folder = try TemporaryDirectory()
    try DataDirectory(path: folder.path).create()
    try DataDirectory(path: folder.path + "/").create()
  }
}
