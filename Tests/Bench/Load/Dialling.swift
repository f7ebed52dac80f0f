import CLinux
import Glibc

/// What the members of a `Crowd` do with their sockets.
enum Dialling {
  /// Connects to this machine's `port`. Whoever closes later takes the port back at once, for the next
  /// thousands.
  static func connect(port: Int, window: CInt?) throws -> CInt {
    let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw failure("socket") }
    set(socket, SOL_SOCKET, SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
    set(socket, CInt(IPPROTO_TCP), TCP_NODELAY, to: CInt(1))
    if let window {
      set(socket, SOL_SOCKET, SO_RCVBUF, to: window)
      // Of segments of 64 KiB, as loopback has them, the server's side would hold megabytes.
      set(socket, CInt(IPPROTO_TCP), TCP_MAXSEG, to: CInt(1_448))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe Glibc.connect(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw failure("connect") }
    return socket
  }

  private static func set<Value: BitwiseCopyable>(
    _ socket: CInt, _ level: CInt, _ option: CInt, to value: Value
  ) {
    _ = unsafe withUnsafeBytes(of: value) { bytes in
      unsafe setsockopt(socket, level, option, bytes.baseAddress, socklen_t(bytes.count))
    }
  }

  /// Becomes a WebSocket (RFC 6455 §4.1), and never waits for itself from then on.
  static func upgrade(_ socket: CInt, port: Int, token: String?) throws {
    let fields =
      token.map { "Sec-WebSocket-Protocol: dogear.v1\r\nAuthorization: Bearer \($0)\r\n" } ?? ""
    let request =
      "GET /v1/socket HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUpgrade: websocket\r\n"
      + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
      + "Sec-WebSocket-Version: 13\r\n\(fields)\r\n"
    try write(Array(request.utf8), to: socket)
    var answer: [UInt8] = []
    // Byte by byte, so that what follows stays in the socket.
    while !answer.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      var byte: UInt8 = 0
      guard unsafe recv(socket, &byte, 1, 0) == 1 else { throw failure("recv") }
      answer.append(byte)
    }
    let text = String(decoding: answer, as: UTF8.self)
    guard text.hasPrefix("HTTP/1.1 101 ") else { throw Failure(text) }
    guard fcntl(socket, F_SETFL, O_NONBLOCK) == 0 else { throw failure("fcntl") }
  }

  /// Writes all of `bytes`, and waits for room where there is none.
  static func write(_ bytes: [UInt8], to socket: CInt) throws {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.send(
          socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
          CInt(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        var room = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&room, 1, 10_000) == 1 else { throw failure("poll") }
      } else {
        throw failure("send")
      }
    }
  }

  private static func failure(_ call: String) -> Failure {
    Failure("\(call): errno \(errno)")
  }
}
