import Foundation
import Glibc

/// A disk of a few MiB of a test's own (tmpfs), which can be filled to the last byte; gone with the
/// last reference to it. Only root may mount one.
package final class SmallDisk: Sendable {
  /// Where it is mounted.
  package var path: String { folder.path }

  private let folder: TemporaryDirectory

  /// The system would not mount it.
  package struct NotMounted: Error {}

  /// Whether disks can be mounted here, which is tried once.
  package static let isAllowed = (try? SmallDisk(mebibytes: 1)) != nil

  /// Mounts an empty disk.
  /// - Throws: `NotMounted`.
  package init(mebibytes: Int) throws {
    folder = try TemporaryDirectory()
    let options = "size=\(mebibytes)m,mode=700"
    let isMounted = unsafe options.withCString { options in
      unsafe mount("tmpfs", folder.path, "tmpfs", 0, options) == 0
    }
    guard isMounted else { throw NotMounted() }
  }

  deinit {
    // Lazily, for a process that was just killed may not have let go of its files yet.
    _ = unsafe umount2(folder.path, CInt(MNT_DETACH))
  }

  /// Fills what room there is.
  package func fill() throws {
    let path = path + "/filler"
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    for byteCount in [64 * 1024, 4 * 1024, 1] {
      let zeros = Data(count: byteCount)
      while (try? file.write(contentsOf: zeros)) != nil {}
    }
    try file.close()
  }

  /// Makes room again.
  package func empty() throws {
    try FileManager.default.removeItem(atPath: path + "/filler")
  }
}
