import Glibc

/// What tells one state of a file or folder from the next, without reading it.
struct Stamp: Hashable {
  let byteCount: Int
  private let node: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  /// The stamp of a regular file; nil where there is none, or a link.
  init?(ofRegularFile path: String) {
    self.init(path, kind: S_IFREG)
  }

  /// The stamp of a folder; nil where there is none, or a link.
  init?(ofFolder path: String) {
    self.init(path, kind: S_IFDIR)
  }

  private init?(_ path: String, kind: mode_t) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == kind else { return nil }
    byteCount = Int(status.st_size)
    node = UInt64(status.st_ino)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
