import Glibc

/// Whole files, read and written.
package enum FileBytes {
  /// The content of the file at `path`, or nil with `errno` set; of one that has more than `byteCountMax`
  /// bytes, or never ends, somewhat more than these. A link at the end is followed only where
  /// `followsLinks` says so.
  package static func read(
    _ path: String, followsLinks: Bool = false, byteCountMax: Int = .max
  ) -> [UInt8]? {
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
      bytes.append(contentsOf: chunk)
      if chunk.isEmpty || bytes.count > byteCountMax { return bytes }
    }
  }

  /// Copies the file at `source` to `target`, a piece at a time, and waits until the copy is on the
  /// disk.
  /// - Throws: `SystemError`; a part of the copy may be there.
  package static func copy(_ source: String, to target: String) throws(SystemError) {
    let input = unsafe open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .current }
    defer { close(input) }
    let output = unsafe open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw .current }
    defer { close(output) }
    while true {
      let count = sendfile(output, input, nil, 1 << 20)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .current }
      if count == 0 { break }
    }
    guard fsync(output) == 0 else { throw .current }
  }

  /// Gives the file at `source` the path `target`, whatever was there before.
  /// - Throws: `SystemError`.
  static func move(_ source: String, to target: String) throws(SystemError) {
    guard unsafe rename(source, target) == 0 else { throw .current }
  }

  /// Gives the file at `path`, but not what a link there leads to, to whom `folder` belongs, where that
  /// may be done: what root puts into a service's folder the service must be able to open.
  static func give(_ path: String, toOwnerOf folder: String) {
    var status = stat()
    guard unsafe stat(folder, &status) == 0 else { return }
    _ = unsafe lchown(path, status.st_uid, status.st_gid)
  }

  /// Waits until the names in `folder` are on the disk.
  /// - Throws: `SystemError`.
  static func sync(_ folder: String) throws(SystemError) {
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .current }
  }

  /// The names of what is in `folder`, in no order; nil with `errno` set where it cannot be read.
  static func names(in folder: String) -> [String]? {
    guard let directory = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      names.append(name)
    }
    return names
  }

  /// Whether anything is at `path`.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Whether a regular file is at `path`, or a link leads to one.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The size of the file at `path`, in bytes; 0 where there is none.
  static func count(of path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// When the file at `path` was written, in seconds since 1970; 0 where there is none.
  static func modified(_ path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mtim.tv_sec : 0
  }

  /// Writes `bytes` to the file at `path` whole, as an `OutputFile` does.
  /// - Throws: `SystemError`; what was at `path` is there still, unless it is no regular file.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try OutputFile(path)
    try file.write(bytes)
    try file.finish()
  }

  /// Where what is written to an absolute `path` goes: behind links, also one that leads to nothing yet.
  static func destination(of path: String) -> String {
    var path = path
    for _ in 0..<Limits.linksMax where !exists(path) {
      guard let next = linked(from: path) else { break }
      let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
      path = next.hasPrefix("/") ? next : folder + next
    }
    return realPath(path)
  }

  /// What the link at an absolute `path` says; nil where none is.
  private static func linked(from path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// `path` from the root on, as this process sees it.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/" + path
  }

  /// Where `path` leads, behind links; itself where nothing is there.
  static func realPath(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
