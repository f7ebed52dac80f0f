import Glibc

/// The right to write in a data directory, held by one process at a time.
///
/// The system lets go of it when the process ends, however it ends, so a lock never has to be
/// cleared by hand.
package struct DirectoryLock: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Takes the lock of `directory`, which must exist.
  /// - Throws: `DataDirectoryError.inUse` when another process has it.
  package init(_ directory: DataDirectory) throws(DataDirectoryError) {
    let descriptor = unsafe open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .unusable(directory.path, SystemError.current.description)
    }
    FileBytes.give(directory.lock, toOwnerOf: directory.path)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError.current
      close(descriptor)
      throw error.number == EWOULDBLOCK
        ? .inUse(directory.path) : .unusable(directory.path, error.description)
    }
    self.descriptor = descriptor
  }

  /// Notes in the file that there is a library beside it: where that is gone one day, it is missed.
  borrowing func noteLibrary() {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_size == 0 else { return }
    let note = Array("A Dogear library is kept here, in library.sqlite.\n".utf8)
    // Where that cannot be written, it is when the library is next opened.
    _ = unsafe note.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }

  deinit {
    // Said aloud, because closing alone frees nothing while a child process that is just being
    // started still holds a copy of the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

extension DirectoryLock {
  /// Takes the lock of `directory`; nil where that was never used. A command that holds it is waited for,
  /// and so is a server that starts or stops, for as long as `patience`; `willWait` is called before. One
  /// that still answers commands after `servedPatience` does not stop, and nobody is told to wait for it.
  /// - Throws: `DataDirectoryError`.
  package static func waiting(
    for directory: DataDirectory, patience: Duration = Limits.lockPatience,
    servedPatience: Duration = Limits.servedPatience, willWait: () -> Void
  ) throws(DataDirectoryError) -> DirectoryLock? {
    guard FileBytes.exists(directory.lock) else { return nil }
    let start = ContinuousClock.now
    var isWaiting = false
    while true {
      do {
        return try DirectoryLock(directory)
      } catch {
        let waited = start.duration(to: .now)
        let isServed = isServed(directory)
        guard error == .inUse(directory.path),
          waited < (isServed ? min(patience, servedPatience) : patience)
        else { throw error }
        if !isServed, !isWaiting {
          isWaiting = true
          willWait()
        }
      }
      usleep(Limits.lockPauseMicroseconds)
    }
  }

  /// Whether a server answers commands there.
  static func isServed(_ directory: DataDirectory) -> Bool {
    do {
      _ = try UnixSocket(connectingTo: directory.controlSocket)
      return true
    } catch {
      return false
    }
  }
}
