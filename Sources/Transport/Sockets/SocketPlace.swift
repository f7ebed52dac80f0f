import Glibc

/// The place of a Unix-domain socket, however deep its folder lies.
///
/// An address has room for 107 bytes (`sun_path`, unix(7)), and a path may have more. So the folder is opened,
/// and the socket named in it by that descriptor: both sides find it by the folder alone.
package struct SocketPlace: ~Copyable {
  private let folder: Descriptor
  private let address: SocketAddress

  /// The place at `path`; nil with `errno` set where there is no such folder, or the name itself is too
  /// long.
  package init?(path: String) {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let raw = unsafe open(start == path.startIndex ? "." : String(path[..<start]), flags)
    guard let folder = try? Descriptor(raw, from: "open") else { return nil }
    guard let address = SocketAddress(path: "/proc/self/fd/\(raw)/\(path[start...])") else {
      errno = ENAMETOOLONG
      return nil
    }
    self.folder = folder
    self.address = address
  }

  /// `bind(2)`: its result, with `errno` beside it.
  func bind(_ descriptor: CInt) -> CInt { address.bind(descriptor) }

  /// `connect(2)`: its result, with `errno` beside it.
  package func connect(_ descriptor: CInt) -> CInt { address.connect(descriptor) }
}
