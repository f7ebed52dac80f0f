import CLinux
import Glibc

/// A plain TCP connection to a server under test, with a deadline on every read and write.
///
/// It speaks bytes, so that a test can send what no well-behaved client would.
package actor TestConnection {
  /// Why a connection gave nothing.
  package enum Failure: Error {
    /// The server cannot be reached, or a call failed: the system's error number.
    case system(Int32)
    /// Nothing came within the deadline.
    case timeout
    /// The server closed before everything that was waited for had come.
    case closed(after: [UInt8])
  }

  /// How long a read or write may take, in seconds: far beyond anything but a hang.
  private static let deadlineSeconds = 20

  private let executor = BlockingExecutor(label: "test-connection")
  private let descriptor: Int32
  private var buffered: [UInt8] = []

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Connects to `port` of this machine and sends `bytes` at once: a server does not wait for ever
  /// for the first ones, however busy the machine is with other tests.
  package init(port: Int, sending bytes: [UInt8] = []) async throws {
    let descriptor = try Self.connected(to: port)
    do {
      try Self.send(bytes, to: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  private static func connected(to port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure.system(errno) }
    var deadline = timeval(tv_sec: deadlineSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      let size = socklen_t(MemoryLayout<timeval>.size)
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &deadline, size)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, size)
      }
    }
    guard status == 0 else {
      let number = errno
      close(descriptor)
      throw Failure.system(number)
    }
    return descriptor
  }

  private static func send(_ bytes: [UInt8], to descriptor: Int32) throws {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe Glibc.send(
          descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset,
          Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure.system(errno) }
      offset += count
    }
  }

  deinit { close(descriptor) }

  /// Sends all of `bytes`, also while somebody waits for an answer.
  package nonisolated func write(_ bytes: [UInt8]) throws {
    try Self.send(bytes, to: descriptor)
  }

  /// The next `count` bytes.
  package func read(_ count: Int) throws -> [UInt8] {
    while buffered.count < count { try fill() }
    let bytes = Array(buffered.prefix(count))
    buffered.removeFirst(count)
    return bytes
  }

  /// The bytes up to and with `end`.
  package func read(through end: [UInt8]) throws -> [UInt8] {
    var searched = 0
    while true {
      if let range = buffered[searched...].firstRange(of: end) {
        let bytes = Array(buffered[..<range.upperBound])
        buffered.removeFirst(range.upperBound)
        return bytes
      }
      searched = max(0, buffered.count - end.count)
      try fill()
    }
  }

  /// Everything until the server closes.
  package func readToEnd() throws -> [UInt8] {
    do {
      while true { try fill() }
    } catch Failure.closed(let bytes) {
      buffered = []
      return bytes
    }
  }

  /// Ends the connection at once, without a word to the server; whoever waits to read fails.
  package nonisolated func disconnect() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private func fill() throws {
    var error: Int32 = 0
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
      let status = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if status < 0 { error = errno }
      count = max(0, status)
    }
    if error == EAGAIN || error == EWOULDBLOCK { throw Failure.timeout }
    if error == ECONNRESET { throw Failure.closed(after: buffered) }
    guard error == 0 else { throw Failure.system(error) }
    guard !chunk.isEmpty else { throw Failure.closed(after: buffered) }
    buffered.append(contentsOf: chunk)
  }
}
