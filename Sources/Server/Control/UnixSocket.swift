import Glibc
import Transport

/// A connected Unix-domain stream socket, read and written by blocking calls.
struct UnixSocket: ~Copyable {
  private let descriptor: Int32

  /// Connects to the socket at `path`.
  init(connectingTo path: String) throws(SystemError) {
    guard let place = SocketPlace(path: path) else { throw .current }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .current }
    guard place.connect(descriptor) == 0 else {
      let error = SystemError.current
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends all of `bytes`.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe send(
          descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset,
          Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw .current }
      offset += count
    }
  }

  /// Everything until the other side closes.
  func readToEnd() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      var error: Int32 = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
        let status = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if status < 0 { error = errno }
        count = max(0, status)
      }
      guard error == 0 else { throw SystemError(number: error) }
      if chunk.isEmpty { return bytes }
      bytes.append(contentsOf: chunk)
    }
  }
}
