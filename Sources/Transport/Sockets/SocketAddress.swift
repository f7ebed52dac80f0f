import CLinux
import Glibc

/// A socket address of any family, as the kernel wants it.
struct SocketAddress: CustomStringConvertible {
  private var storage = sockaddr_storage()
  private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  var family: CInt { CInt(storage.ss_family) }

  /// A Unix-domain address; nil if the path is longer than the kernel takes.
  init?(path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
      guard !bytes.isEmpty, bytes.count < field.count else { return false }
      unsafe field.copyBytes(from: bytes)
      return true
    }
    guard fits else { return nil }
    unsafe withUnsafeMutableBytes(of: &storage) { storage in
      unsafe withUnsafeBytes(of: &address) { unsafe storage.copyMemory(from: $0) }
    }
    length = socklen_t(MemoryLayout<sockaddr_un>.size)
  }

  /// What a call such as `accept4` or `getsockname` fills in; nil when it fails.
  init?(filledBy call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt) {
    let result = unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe call(address, &length)
      }
    }
    guard result >= 0 else { return nil }
  }

  private init(copying information: addrinfo, port: UInt16) {
    length = unsafe information.ai_addrlen
    unsafe withUnsafeMutableBytes(of: &storage) { storage in
      unsafe storage.copyMemory(
        from: UnsafeRawBufferPointer(
          start: information.ai_addr, count: Int(information.ai_addrlen)))
    }
    self.port = port
  }

  /// The addresses of a host's name or number, IPv4 first and each once, though a file of names may have one
  /// twice; `*` stands for all of this machine.
  ///
  /// - Throws: `.unknownHost`.
  static func resolve(host: String, port: UInt16) throws(TransportError) -> [SocketAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    let result = unsafe getaddrinfo(host == "*" ? nil : host, "0", &hints, &first)
    guard result == 0, let list = unsafe first else { throw .unknownHost(host) }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next: UnsafeMutablePointer<addrinfo>? = unsafe list
    while let entry = unsafe next {
      let information = unsafe entry.pointee
      if unsafe information.ai_family == AF_INET || information.ai_family == AF_INET6 {
        unsafe addresses.append(SocketAddress(copying: information, port: port))
      }
      unsafe next = information.ai_next
    }
    return inOrder(addresses)
  }

  /// IPv4 first and each once, as they came.
  static func inOrder(_ addresses: [SocketAddress]) -> [SocketAddress] {
    var once: [SocketAddress] = []
    for address in addresses where !once.contains(where: { $0.host == address.host }) {
      once.append(address)
    }
    return once.filter { $0.family == AF_INET } + once.filter { $0.family == AF_INET6 }
  }

  /// The address that a socket is bound to.
  static func local(of descriptor: CInt) -> SocketAddress? {
    unsafe SocketAddress { address, length in
      unsafe getsockname(descriptor, address, length)
    }
  }

  /// `bind(2)`: its result, with `errno` beside it.
  func bind(_ descriptor: CInt) -> CInt {
    unsafe withPointer { address, length in unsafe Glibc.bind(descriptor, address, length) }
  }

  /// `connect(2)`: its result, with `errno` beside it.
  func connect(_ descriptor: CInt) -> CInt {
    unsafe withPointer { address, length in unsafe Glibc.connect(descriptor, address, length) }
  }

  private func withPointer(_ call: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
    unsafe withUnsafePointer(to: storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe call(address, length)
      }
    }
  }

  /// The TCP port; nil for other families. Setting it leaves other families alone.
  var port: UInt16? {
    get { isInternet ? UInt16(bigEndian: portField) : nil }
    set {
      guard isInternet, let newValue else { return }
      portField = newValue.bigEndian
    }
  }

  private var isInternet: Bool { family == AF_INET || family == AF_INET6 }

  /// `sin_port` and `sin6_port` are at the same place, after the family.
  private var portField: UInt16 {
    get {
      unsafe withUnsafeBytes(of: storage) { unsafe $0.load(fromByteOffset: 2, as: UInt16.self) }
    }
    set {
      unsafe withUnsafeMutableBytes(of: &storage) {
        unsafe $0.storeBytes(of: newValue, toByteOffset: 2, as: UInt16.self)
      }
    }
  }

  /// The numeric address without the port; empty for a Unix-domain address. An IPv4 address in IPv6
  /// clothes, as a socket for both has its peers' (RFC 3493 §3.7), is that IPv4 address.
  var host: String {
    guard isInternet else { return "" }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let result = unsafe withPointer { address, length in
      unsafe getnameinfo(
        address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    }
    guard result == 0 else { return "" }
    let number = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let clothes = "::ffff:"
    return number.hasPrefix(clothes) && number.contains(".")
      ? String(number.dropFirst(clothes.count)) : number
  }

  var description: String {
    guard let port else { return "a Unix-domain socket" }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
