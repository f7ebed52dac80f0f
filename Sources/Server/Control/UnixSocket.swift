import Glibc
import Transport

/// A connected Unix-domain stream socket, read and written by blocking calls. One of these that is broken
/// off, as where a shell suspends the command and has it go on (signal(7)), is made again.
struct UnixSocket: ~Copyable {
  private let descriptor: Int32

  /// Connects to the socket at `path`. After `patience` in which the other side takes nothing, or says
  /// nothing, it is no longer waited for, unless `write` and `readToEnd` hear otherwise.
  init(
    connectingTo path: String, patience: Duration = Limits.silencePatience
  ) throws(SystemError) {
    guard let place = SocketPlace(path: path) else { throw .current }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .current }
    let (seconds, attoseconds) = patience.components
    var time = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      unsafe setsockopt(
        descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    guard place.connect(descriptor) == 0 else {
      let error = SystemError.current
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends all of `bytes`. Where the other side takes nothing `mayWait` says whether to go on.
  /// - Throws: `SystemError`, with EAGAIN where it is not to.
  func write(
    _ bytes: [UInt8], mayWait: () -> Bool = { false }
  ) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe send(
          descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset,
          Int32(MSG_NOSIGNAL))
      }
      let error = SystemError.current
      if count < 0, error.number == EINTR { continue }
      if count < 0, error.number == EAGAIN, mayWait() { continue }
      guard count > 0 else { throw error }
      offset += count
    }
  }

  /// Everything until the other side closes. Where it says nothing `mayWait` says whether to go on.
  /// - Throws: `SystemError`, with EAGAIN where it is not to.
  func readToEnd(mayWait: () -> Bool = { false }) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      var error: Int32 = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
        let status = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if status < 0 { error = errno }
        count = max(0, status)
      }
      if error == EINTR { continue }
      if error == EAGAIN, mayWait() { continue }
      guard error == 0 else { throw SystemError(number: error) }
      if chunk.isEmpty { return bytes }
      bytes.append(contentsOf: chunk)
    }
  }
}
