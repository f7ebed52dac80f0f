import Foundation
import Glibc
import ServerTesting
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(1)))
struct ListenerTests {
  private let directory: TemporaryDirectory
  /// Where a socket may stand.
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path + "/control"
  }

  private static func mode(_ path: String) -> mode_t {
    var status = stat()
    _ = unsafe lstat(path, &status)
    return status.st_mode
  }

  /// A name whose socket is gone. It is never listened on, for a process being spawned meanwhile
  /// would hold a listening one open for a moment.
  private static func leaveSocketBehind(_ path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, size)
      }
    }
    guard result == 0 else { throw TestClient.Failure.system(errno) }
  }

  @Test func `port 0 gives a free port, the same for every address of the host`() throws {
    let listeners = try Listener.tcp(host: "localhost", port: 0)
    let ports = Set(listeners.map(\.port))
    #expect(ports.count == 1)
    let port = try #require(ports.first.flatMap { $0 })
    #expect(port != 0)
    #expect(listeners.first?.address == "127.0.0.1:\(port)")
    #expect(Set(listeners.map(\.address)).count == listeners.count)
  }

  /// As a file of names may have them that was edited often.
  @Test func `an address that a host has twice is listened on once, IPv4 first`() throws {
    let named = try ["::1", "127.0.0.1", "::1", "127.0.0.1", "127.0.0.2"].flatMap { host in
      try SocketAddress.resolve(host: host, port: 80)
    }
    #expect(SocketAddress.inOrder(named).map(\.host) == ["127.0.0.1", "127.0.0.2", "::1"])
    #expect(SocketAddress.inOrder([]).isEmpty)
  }

  @Test func `a port that is taken is refused by name`() throws {
    let port = try #require(try Listener.tcp(host: "127.0.0.1", port: 0).first)
    let error = #expect(throws: TransportError.self) {
      try Listener.tcp(host: "127.0.0.1", port: port.port ?? 0)
    }
    #expect(error == .addressInUse(port.address))
  }

  @Test func `a host that is not ours is refused`() {
    #expect(throws: TransportError.unknownHost("no such host")) {
      try Listener.tcp(host: "no such host", port: 0)
    }
  }

  @Test func `an address that this machine does not have is refused by name`() {
    // Documentation has it to itself (RFC 5737 §3), and no machine.
    #expect(throws: TransportError.notOurs("192.0.2.1:0")) {
      try Listener.tcp(host: "192.0.2.1", port: 0)
    }
  }

  @Test func `a Unix-domain socket may be opened by its owner only`() async throws {
    let server = try TestServer(path: path)
    #expect(Self.mode(path) == S_IFSOCK | 0o600)
    let client = try TestClient(path: path)
    try await client.upgrade()
    try await client.send("hello")
    #expect(try await client.readText() == "hello")
    #expect(await server.until(.opened(.local)))
    await server.group.stop(within: .zero)
    #expect(Self.mode(path) == 0, "the name goes with the server")
  }

  @Test func `a socket that a process left behind is replaced`() throws {
    try Self.leaveSocketBehind(path)
    #expect(Self.mode(path) & S_IFMT == S_IFSOCK)
    _ = try Listener.unix(path: path)
  }

  @Test func `a socket that is listened on is not replaced`() throws {
    let first = try Listener.unix(path: path)
    #expect(throws: TransportError.addressInUse(path)) { try Listener.unix(path: path) }
    #expect(first.address == path)
  }

  @Test func `what keeps a socket from being made is said with its path`() {
    let path = "/proc/control.sock"
    #expect(throws: TransportError.noSocket(path: path, code: ENOENT)) {
      try Listener.unix(path: path)
    }
  }

  @Test func `a file that is no socket is left alone`() throws {
    close(unsafe open(path, O_CREAT | O_WRONLY, 0o644))
    #expect(throws: TransportError.notASocket(path)) { try Listener.unix(path: path) }
    #expect(Self.mode(path) & S_IFMT == S_IFREG)
  }

  /// What came from a service manager is the manager's: who connects while the server starts anew waits.
  @Test func `a socket that was handed over listens on when the server stops`() async throws {
    let own = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(own) }
    // Without an address it gets one of its own.
    try #require(listen(own, 8) == 0)
    let server = try TestServer(inherited: try Listener.inherited(dup(own)))
    _ = try await TestClient(port: server.port).upgrade()
    await server.group.stop(within: .zero)
    #expect(throws: Never.self) { try TestClient(port: server.port) }
  }

  /// A service manager opens one socket for both kinds of addresses: its IPv4 peers come in IPv6 clothes.
  @Test func `an IPv4 peer of a socket for both kinds is called by its IPv4 address`()
    async throws
  {
    let both = socket(AF_INET6, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    // A machine without IPv6 has none of those.
    guard both >= 0 else { return }
    try #require(listen(both, 8) == 0)
    let server = try TestServer(inherited: try Listener.inherited(both))
    let client = try TestClient(port: server.port)
    #expect(await server.until(.opened(.address("127.0.0.1"))))
    await client.endWriting()
    await server.group.stop(within: .zero)
  }

  /// A socket's address has room for 107 bytes.
  @Test func `a folder of a long path may have a socket, but not one of a long name`() throws {
    let folder = directory.path + String(repeating: "/deep", count: 30)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let listener = try Listener.unix(path: folder + "/control")
    #expect(listener.address == folder + "/control")
    #expect(Self.mode(folder + "/control") == S_IFSOCK | 0o600)
    let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(client) }
    guard let place = SocketPlace(path: folder + "/control") else {
      throw TestClient.Failure.system(errno)
    }
    #expect(place.connect(client) == 0)
    let path = directory.path + "/" + String(repeating: "x", count: 103)
    #expect(throws: TransportError.noSocket(path: path, code: ENAMETOOLONG)) {
      try Listener.unix(path: path)
    }
  }
}
