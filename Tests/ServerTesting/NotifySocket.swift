import CLinux
import Glibc

/// A service manager's socket (sd_notify(3)): what a server says to it, in order.
package final class NotifySocket: Sendable {
  /// What `NOTIFY_SOCKET` is to be.
  package let path: String
  private let descriptor: Int32

  /// Opens a socket in `folder`; nil where the system has none to give.
  package init?(in folder: TemporaryDirectory) {
    path = folder.path + "/notify"
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard descriptor >= 0, path.utf8.count < 107 else { return nil }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
      unsafe field.copyBytes(from: path.utf8)
    }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// The next message; empty where none comes within twenty seconds. Blocks.
  package func receive() -> String {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
      count = max(0, unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
