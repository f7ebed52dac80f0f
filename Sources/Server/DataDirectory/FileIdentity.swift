import Glibc

/// Which file or folder a path leads to: two processes may see different ones by the same path.
package struct FileIdentity: Hashable, Sendable, CustomStringConvertible {
  private let device: UInt
  private let inode: UInt

  /// What is at `path`, behind links; nil with `errno` set where nothing is.
  package init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    inode = status.st_ino
  }

  /// The folder that the file at an absolute `path` stands in, or would.
  package init?(ofFolderHolding path: String) {
    self.init(of: String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]))
  }

  /// Reads what `description` wrote; nil where it is something else.
  package init?(_ text: String) {
    let parts = text.split(separator: ":").map { UInt($0) }
    guard parts.count == 2, let device = parts[0], let inode = parts[1] else { return nil }
    self.device = device
    self.inode = inode
  }

  /// As the control socket carries it.
  package var description: String { "\(device):\(inode)" }
}
