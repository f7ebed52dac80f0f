import Framing
import Glibc
import Transport

/// A blocking socket at the other end of a loop's connection, with a deadline on every call.
actor TestClient: QueueActor {
  enum Failure: Error, Equatable {
    case system(CInt)
    /// The stream ended before what was waited for had come.
    case ended(after: [UInt8])
  }

  nonisolated let executor = QueueExecutor.dedicated(label: "test.client")
  private let descriptor: CInt
  private var buffered: [UInt8] = []
  private let session = WebSocketSession(role: .client { 0xA1B2_C3D4 })

  /// Connects to a port of this machine, or to the path of a Unix-domain socket.
  init(port: UInt16, receiveBufferByteCount: CInt? = nil) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    descriptor = try Self.connect(AF_INET, &address, receiveBufferByteCount)
  }

  init(path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    descriptor = try Self.connect(AF_UNIX, &address, nil)
  }

  deinit { close(descriptor) }

  private static func connect<Address>(
    _ family: CInt, _ address: inout Address, _ receiveBufferByteCount: CInt?
  ) throws -> CInt {
    let descriptor = socket(family, CInt(SOCK_STREAM.rawValue), 0)
    var deadline = timeval(tv_sec: 20, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      unsafe setsockopt(
        descriptor, SOL_SOCKET, option, &deadline, socklen_t(MemoryLayout<timeval>.size))
    }
    if var count = receiveBufferByteCount {
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &count, socklen_t(MemoryLayout<CInt>.size))
    }
    let size = socklen_t(MemoryLayout<Address>.size)
    let result = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe Glibc.connect(descriptor, address, size)
      }
    }
    guard descriptor >= 0, result == 0 else { throw Failure.system(errno) }
    return descriptor
  }

  // MARK: Bytes

  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure.system(errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes until the kernel takes no more for a tenth of a second; returns how much it took.
  func writeWhatFits(_ bytes: [UInt8]) throws -> Int {
    var count = 0
    while count < bytes.count {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&waiting, 1, 100) > 0 else { break }
      let sent = unsafe bytes[count...].withUnsafeBytes {
        unsafe Glibc.send(
          descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
      }
      guard sent > 0 else { throw Failure.system(errno) }
      count += sent
    }
    return count
  }

  func write(_ text: String) throws { try write(Array(text.utf8)) }

  func endWriting() { shutdown(descriptor, CInt(SHUT_WR)) }

  func read(_ count: Int) throws -> [UInt8] {
    while buffered.count < count {
      guard try fill() else { throw Failure.ended(after: buffered) }
    }
    defer { buffered.removeFirst(count) }
    return Array(buffered[..<count])
  }

  /// Everything up to the end of the stream.
  func readToEnd() throws -> [UInt8] {
    while try fill() {}
    defer { buffered = [] }
    return buffered
  }

  /// The head of an answer, with its empty line.
  func readHead() throws -> String {
    while true {
      let text = String(decoding: buffered, as: UTF8.self)
      if let end = text.firstRange(of: "\r\n\r\n") {
        let head = String(text[..<end.upperBound])
        buffered.removeFirst(head.utf8.count)
        return head
      }
      guard try fill() else { throw Failure.ended(after: buffered) }
    }
  }

  private func fill() throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe chunk.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
    }
    guard count >= 0 else { throw Failure.system(errno) }
    buffered += chunk[..<count]
    return count > 0
  }

  /// Reads so many bytes a few kilobytes at a time, with a pause behind each for as long as `duration`
  /// says. It waits on this client's own thread: one of the pool's may come back after seconds, when other
  /// tests hold them all.
  func readSlowly(_ byteCount: Int, for duration: Duration) throws {
    let end = ContinuousClock.now + duration
    var left = byteCount
    while left > 0 {
      let count = min(left, 16 << 10)
      _ = try read(count)
      left -= count
      // What may lie on this side already is taken at once: from there no server hears how it goes on.
      if .now < end, left > 256 << 10 { usleep(80_000) }
    }
  }

  /// Does several things one right after the other, on this client's own thread.
  func inOneGo<Value: Sendable>(
    _ work: @Sendable (isolated TestClient) throws -> Value
  ) rethrows -> Value {
    try work(self)
  }

  // MARK: WebSocket

  /// Opens a WebSocket on `path`, and returns the head of the answer.
  @discardableResult
  func upgrade(_ path: String = "/", extensions: String? = nil) throws -> String {
    let offer = extensions.map { "Sec-WebSocket-Extensions: \($0)\r\n" } ?? ""
    try write(
      """
      GET \(path) HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(offer)\r\n
      """)
    return try readHead()
  }

  func send(_ text: String) throws { try write(encoded(text)) }

  /// A message as `send` sends it.
  func encoded(_ text: String) -> [UInt8] { session.encode(.text(Array(text.utf8))) }

  func sendClose(_ status: CloseStatus) throws {
    var session = session
    var actions: [ConnectionAction] = []
    session.close(status, into: &actions)
    for case .write(let bytes) in actions { try write(bytes) }
  }

  /// The next frame's first byte and payload.
  func readFrame() throws -> (first: UInt8, payload: [UInt8]) {
    let head = try read(2)
    var count = Int(head[1])
    if count >= 126 {
      count = try read(count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
    }
    return (head[0], try read(count))
  }

  func readText() throws -> String {
    String(decoding: try readFrame().payload, as: UTF8.self)
  }
}
