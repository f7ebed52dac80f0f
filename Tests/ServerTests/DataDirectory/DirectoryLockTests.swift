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
    let lock = try DirectoryLock.waiting(
      for: directory, environment: [:], patience: patience, willWait: willWait)
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

  @Test func `the control socket is found by whichever spelling of the directory's path`() throws {
    let folder = try TemporaryDirectory()
    let place = folder.path + "/" + String(repeating: "deep/", count: 10) + "data"
    try DataDirectory(path: place).create()
    try folder.link(place, at: "short")
    let paths = [place, place + "/../data", folder.path + "/short"].map {
      ControlSocketPath.path(for: DataDirectory(path: $0), environment: [:]).path
    }
    #expect(Set(paths).count == 1)
  }

  @Test func `the control socket's path fits the system, in or beside the directory`() {
    let short = ControlSocketPath.path(for: DataDirectory(path: "/data"), environment: [:])
    #expect(short.path == "/data/control.sock" && short.folder == nil)
    let deep = DataDirectory(path: "/" + String(repeating: "x", count: 150))
    for runtime in ["/run/user/1000", "/" + String(repeating: "y", count: 150), "relative"] {
      let long = ControlSocketPath.path(for: deep, environment: ["XDG_RUNTIME_DIR": runtime])
      #expect(long.path.utf8.count <= Limits.socketPathByteCountMax)
      #expect(long.folder.map { long.path.hasPrefix($0) } == true)
    }
  }
}
