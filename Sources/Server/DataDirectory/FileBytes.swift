import Glibc

/// Whole files, read and written.
package enum FileBytes {
  /// The content of the regular file at `path`, or nil with `errno` set. A link at the end is
  /// followed only where `followsLinks` says so.
  package static func read(_ path: String, followsLinks: Bool = false) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      var error: Int32 = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
        let status = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if status < 0 { error = errno }
        count = max(0, status)
      }
      if error == EINTR { continue }
      guard error == 0 else { return nil }
      if chunk.isEmpty { return bytes }
      bytes.append(contentsOf: chunk)
    }
  }

  /// Writes `bytes` to the file at `path` whole: a reader, or a crash, meets the old content or the
  /// new one.
  /// - Throws: `SystemError`.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let temporary = path + ".partial"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .current }
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
      }
      guard count > 0 else {
        let error = SystemError.current
        close(descriptor)
        unsafe unlink(temporary)
        throw error
      }
      offset += count
    }
    let isSynced = fsync(descriptor) == 0
    guard close(descriptor) == 0, isSynced, unsafe rename(temporary, path) == 0 else {
      let error = SystemError.current
      unsafe unlink(temporary)
      throw error
    }
  }
}
