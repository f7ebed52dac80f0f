import Dispatch
import Glibc

/// One TCP connection's descriptor: closed with the last reference.
final class Descriptor: Sendable {
  let raw: CInt

  init(_ raw: CInt) { self.raw = raw }

  deinit { Glibc.close(raw) }
}

/// Connects to a server. The calls block, for no longer than they are told.
enum Dial {
  /// Where blocking calls are made, side by side: one that waits holds up no other.
  static let queue = DispatchQueue(label: "dogear.replica.dial", attributes: .concurrent)

  /// A connected socket that does not block, after trying every address of the host in the system's
  /// order.
  ///
  /// - Throws: `ServerError.unreachable`, with what the last address said.
  static func connect(_ address: ServerAddress) throws(ServerError) -> Descriptor {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let result = unsafe getaddrinfo(address.host, String(address.port), &hints, &found)
    guard result == 0, let list = unsafe found else {
      let reason = unsafe gai_strerror(result).map { unsafe String(cString: $0) }
      throw .unreachable(address, reason: sentence(reason ?? "unknown host"))
    }
    defer { unsafe freeaddrinfo(list) }
    var failure = ENETUNREACH
    var next: UnsafeMutablePointer<addrinfo>? = unsafe list
    while let entry = unsafe next {
      switch unsafe connect(entry.pointee) {
      case .success(let descriptor): return descriptor
      case .failure(let error): failure = error.number
      }
      unsafe next = entry.pointee.ai_next
    }
    throw .unreachable(address, reason: Self.reason(failure))
  }

  private struct Failure: Error { let number: CInt }

  private static func connect(_ entry: addrinfo) -> Result<Descriptor, Failure> {
    let flags = CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let raw = unsafe socket(entry.ai_family, entry.ai_socktype | flags, entry.ai_protocol)
    guard raw >= 0 else { return .failure(Failure(number: errno)) }
    let descriptor = Descriptor(raw)
    var on: CInt = 1
    // Edits are small and wait for an answer: holding them back to fill a packet only delays.
    _ = unsafe setsockopt(
      raw, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
    if unsafe Glibc.connect(raw, entry.ai_addr, entry.ai_addrlen) == 0 {
      return .success(descriptor)
    }
    guard errno == EINPROGRESS else { return .failure(Failure(number: errno)) }
    guard wait(descriptor, for: POLLOUT, milliseconds: Limits.connectMilliseconds) else {
      return .failure(Failure(number: ETIMEDOUT))
    }
    var number: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    _ = unsafe getsockopt(raw, SOL_SOCKET, SO_ERROR, &number, &size)
    return number == 0 ? .success(descriptor) : .failure(Failure(number: number))
  }

  /// Whether `descriptor` becomes ready for `events` in time.
  static func wait(_ descriptor: Descriptor, for events: CInt, milliseconds: Int) -> Bool {
    var waiting = pollfd(fd: descriptor.raw, events: Int16(events), revents: 0)
    while true {
      let count = unsafe poll(&waiting, 1, CInt(max(0, milliseconds)))
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// What the system's error number means, as a sentence.
  static func reason(_ number: CInt) -> String {
    sentence(unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)")
  }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).lowercased() + words.dropFirst() + "."
  }
}
