import Glibc
import Store

/// A file that is written piece by piece and is there whole or not at all: a reader, or a crash, meets the
/// old content or the new one. A link at the end of its path is followed, also one that leads to nothing
/// yet, as a shell's redirection does; what is there and no regular file (a pipe, a terminal) is written
/// into.
final class OutputFile {
  private let descriptor: Int32
  private let target: String
  /// Where it is written until it is whole; nil where it is written into what is there.
  private let temporary: String?
  private var isOpen = true

  /// Begins the file at `path`.
  /// - Throws: `SystemError`.
  init(_ path: String) throws(SystemError) {
    target = FileBytes.destination(of: FileBytes.absolute(path))
    if FileBytes.isRegular(target) || !FileBytes.exists(target) {
      guard unsafe access(target, W_OK) == 0 || errno == ENOENT else { throw .current }
      let temporary = "\(target).\(SecureRandom.identifier().prefix(8)).partial"
      self.temporary = temporary
      descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    } else {
      temporary = nil
      descriptor = unsafe open(target, O_WRONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw .current }
    if let temporary { UnfinishedCopies.add(temporary) }
  }

  /// What was not finished leaves nothing.
  deinit {
    if isOpen { close(descriptor) }
    guard let temporary else { return }
    unsafe unlink(temporary)
    UnfinishedCopies.drop(temporary)
  }

  /// Writes what comes next.
  /// - Throws: `SystemError`.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .current }
      offset += count
    }
  }

  /// Gives the file its name, now that it is whole and on the disk.
  /// - Throws: `SystemError`.
  func finish() throws(SystemError) {
    let isOnDisk = temporary == nil || fsync(descriptor) == 0
    let error = SystemError.current
    isOpen = false
    guard isOnDisk else {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw .current }
    guard let temporary else { return }
    guard unsafe rename(temporary, target) == 0 else { throw .current }
  }
}
