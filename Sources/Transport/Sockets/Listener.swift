import CLinux
import Glibc

/// A socket that accepts connections.
package struct Listener: Sendable {
  /// Where it listens, ready for a person: `127.0.0.1:8080`, `[::1]:8080` or a path.
  package let address: String

  /// The address without its port; nil for a Unix-domain socket.
  package let host: String?

  /// The TCP port, chosen by the kernel if 0 was asked for. Nil for a Unix-domain socket.
  package let port: UInt16?

  /// Whether only this machine can reach it.
  package let isLocal: Bool

  let descriptor: Descriptor
  /// Whether somebody else opened it, who goes on listening when this process is gone.
  private let isInherited: Bool

  /// Listens on every address that the host has, IPv4 and IPv6, on one port.
  ///
  /// `localhost` is `127.0.0.1` and `::1`; `*` is every address of the machine; `::` is IPv6 only.
  /// Port 0 takes a free one, which is the same for all of them.
  ///
  /// - Throws: `.unknownHost`, `.notOurs`, `.addressInUse`, `.notAllowed` or `.system`.
  package static func tcp(host: String, port: UInt16) throws(TransportError) -> [Listener] {
    var attempts = port == 0 ? 16 : 1
    while true {
      attempts -= 1
      do {
        return try listenOnAll(SocketAddress.resolve(host: host, port: port))
      } catch {
        // A free port of the first address may be taken on the second: take another one.
        guard case .addressInUse = error, attempts > 0 else { throw error }
      }
    }
  }

  private static func listenOnAll(_ addresses: [SocketAddress]) throws(TransportError) -> [Listener]
  {
    var listeners: [Listener] = []
    for var address in addresses {
      if let port = listeners.first?.port { address.port = port }
      do {
        listeners.append(try Listener(address))
      } catch TransportError.notOurs where !listeners.isEmpty {
        continue  // A machine without IPv6 still resolves localhost to ::1.
      } catch TransportError.system("socket", EAFNOSUPPORT) where !listeners.isEmpty {
        continue
      }
    }
    return listeners
  }

  private init(_ wanted: SocketAddress) throws(TransportError) {
    let descriptor = try Descriptor(
      socket(
        wanted.family, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue),
        0),
      from: "socket")
    descriptor.setOption(SOL_SOCKET, SO_REUSEADDR)
    if wanted.family == AF_INET6 { descriptor.setOption(CInt(IPPROTO_IPV6), IPV6_V6ONLY) }
    guard wanted.bind(descriptor.raw) == 0 else {
      switch errno {
      case EADDRINUSE: throw .addressInUse(wanted.description)
      case EADDRNOTAVAIL: throw .notOurs(wanted.description)
      case EACCES: throw .notAllowed(wanted.description)
      default: throw .last("bind")
      }
    }
    guard listen(descriptor.raw, CInt(TransportLimits.backlogCountMax)) == 0 else {
      throw errno == EADDRINUSE ? .addressInUse(wanted.description) : .last("listen")
    }
    let bound = SocketAddress.local(of: descriptor.raw) ?? wanted
    self.init(bound, descriptor)
  }

  /// Takes over a socket that another program opened and handed to this process (sd_listen_fds(3)).
  ///
  /// - Throws: `.notListening` where it is no stream socket that listens.
  package static func inherited(_ raw: CInt) throws(TransportError) -> Listener {
    var isListening: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    guard unsafe getsockopt(raw, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0,
      isListening == 1, let address = SocketAddress.local(of: raw)
    else { throw .notListening(Int(raw)) }
    let descriptor = try Descriptor(raw, from: "sd_listen_fds")
    guard fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) | O_NONBLOCK) == 0,
      fcntl(raw, F_SETFD, FD_CLOEXEC) == 0
    else { throw .last("fcntl") }
    return Listener(address, descriptor, isInherited: true)
  }

  /// Listens on a Unix-domain socket that only the owner of the process may open (mode 0600).
  ///
  /// A socket left behind by a process that is gone is replaced.
  ///
  /// - Throws: `.noSocket`, `.notASocket`, `.addressInUse` or `.system`.
  package static func unix(path: String) throws(TransportError) -> Listener {
    guard let place = SocketPlace(path: path) else { throw .noSocket(path: path, code: errno) }
    let descriptor = try Descriptor(
      socket(
        AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0),
      from: "socket")
    try removeStaleSocket(path, place)
    // The mode is set before the name exists: there is no moment in which others may connect.
    guard fchmod(descriptor.raw, 0o600) == 0 else { throw .last("fchmod") }
    guard place.bind(descriptor.raw) == 0 else {
      throw errno == EADDRINUSE ? .addressInUse(path) : .noSocket(path: path, code: errno)
    }
    guard listen(descriptor.raw, CInt(TransportLimits.backlogCountMax)) == 0 else {
      throw .last("listen")
    }
    return Listener(descriptor, path: path)
  }

  private init(_ descriptor: Descriptor, path: String) {
    address = path
    port = nil
    host = nil
    isLocal = true
    self.descriptor = descriptor
    isInherited = false
  }

  private init(_ address: SocketAddress, _ descriptor: Descriptor, isInherited: Bool = false) {
    self.address = address.description
    port = address.port
    let host = address.port == nil ? nil : address.host
    self.host = host
    isLocal = host.map { Loopback.includes(host: $0) } ?? true
    self.descriptor = descriptor
    self.isInherited = isInherited
  }

  /// Refuses connections from now on, whoever still holds this value. A path is removed. What was
  /// inherited is left to whom it belongs: connections wait there for the next to take them.
  func stop() {
    guard !isInherited else { return }
    if port == nil { unsafe unlink(address) }
    shutdown(descriptor.raw, CInt(SHUT_RDWR))
  }

  private static func removeStaleSocket(
    _ path: String, _ place: borrowing SocketPlace
  ) throws(TransportError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
    let probe = try Descriptor(
      socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), from: "socket")
    guard place.connect(probe.raw) != 0, errno == ECONNREFUSED else {
      throw .addressInUse(path)
    }
    unsafe unlink(path)
  }
}

extension Descriptor {
  /// Turns a socket option on. None that is used here can fail on a socket of the right kind.
  func setOption(_ level: CInt, _ name: CInt) {
    var one: CInt = 1
    unsafe setsockopt(raw, level, name, &one, socklen_t(MemoryLayout<CInt>.size))
  }
}
