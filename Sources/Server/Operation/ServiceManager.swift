import Glibc

/// The service manager that started this process, systemd above all: it is told how the server is
/// (sd_notify(3)), and may have opened the sockets to listen on (sd_listen_fds(3)).
package struct ServiceManager: Sendable {
  /// How the server is.
  package enum News: String, Sendable {
    /// It listens.
    case ready = "READY=1\nSTATUS=Listening."
    /// It was asked to stop.
    case stopping = "STOPPING=1\nSTATUS=Saving what came, and saying goodbye."
    /// It is alive.
    case alive = "WATCHDOG=1"
  }

  /// The sockets that were opened for this process, in order.
  package let descriptors: Range<Int32>
  /// How often it must be told that the server is alive: half the time after which it would end it.
  package let aliveInterval: Duration?
  private let path: String?

  /// Reads what the manager has put in the environment of the process `process`; what is meant for
  /// another process is left alone.
  package init(environment: [String: String], process: Int32 = getpid()) {
    func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) } }
    let count = number("LISTEN_PID") == Int(process) ? number("LISTEN_FDS") ?? 0 : 0
    descriptors = 3..<(3 + Int32(min(max(0, count), Limits.inheritedSocketsMax)))
    path = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    let isWatched = number("WATCHDOG_PID").map { $0 == Int(process) } ?? true
    aliveInterval = number("WATCHDOG_USEC").flatMap { microseconds in
      isWatched && microseconds > 1 ? .microseconds(microseconds / 2) : nil
    }
  }

  /// Tells the manager; nobody waits for it, and where it does not listen nothing is lost.
  package func tell(_ news: News) {
    guard let path else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    guard name.count <= Limits.notifySocketByteCountMax else { return }
    // A name in the abstract namespace begins with a zero, which is written @.
    if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
      unsafe field.copyBytes(from: name)
    }
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let length = socklen_t(offset + name.count + (name[0] == 0 ? 0 : 1))
    let text = Array(news.rawValue.utf8)
    _ = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe sendto(
          descriptor, text, text.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $0,
          length)
      }
    }
  }
}
