import Dispatch
import Foundation
import Framing
import Logging
import ServerTesting
import Synchronization
import Testing
import Transport

@testable import Server

/// What the server does with its certificates and the keys of tickets as time passes.
@Suite(.timeLimit(.minutes(1)))
struct TLSDeskTests {
  /// Accepts, and has nothing to say.
  private struct Silent: ConnectionHandler {
    mutating func received(
      _ request: Request, from id: ConnectionID, on loop: isolated EventLoop
    ) {}
    mutating func received(
      _ message: Message, from id: ConnectionID, on loop: isolated EventLoop
    ) {}
    mutating func failed(
      _ error: WebSocketError, from id: ConnectionID, on loop: isolated EventLoop
    ) {}
  }

  let group: LoopGroup
  let authority: TestAuthority

  init() async throws {
    group = try LoopGroup(count: 1)
    authority = try await TestAuthority()
  }

  private func listen() throws -> Int {
    group.start { _ in Silent() }
    let listeners = try Listener.tcp(host: "127.0.0.1", port: 0)
    group.listen(on: listeners, .tls)
    return Int(listeners.first?.port ?? 0)
  }

  /// What the desk has told the loops when this returns comes before whoever connects then.
  private func rotate(_ desk: TLSDesk) {
    desk.rotate()
    desk.sync { _ in }
  }

  @Test(arguments: [(-30, true), (0, false), (300, false), (370, true)])
  func `its own certificate is made anew when it ends soon, or is not good yet`(
    days: Int, isRenewed: Bool
  ) async throws {
    let folder = try TemporaryDirectory()
    let local = LocalCertificates(in: DataDirectory(path: folder.path))
    _ = try local.issue(for: ["attic.local"])
    let first = FileBytes.read(local.pair.certificate)
    let files = TLSFiles(pairs: [local.pair], local: local)
    let now = SystemClock.now() + days * 86_400_000
    let desk = try TLSDesk(
      files, group, fileDesk: FileDesk(client: nil), clock: { now }, logger: Logger(label: "test"))
    rotate(desk)
    #expect((FileBytes.read(local.pair.certificate) != first) == isRenewed)
    await group.stop(within: .zero)
  }

  @Test func `what no authority here has made is left as it is, and none is begun`() async throws {
    let (folder, other) = (try TemporaryDirectory(), try TemporaryDirectory())
    let local = LocalCertificates(in: DataDirectory(path: folder.path))
    _ = try local.issue(for: ["attic.local"])
    let now = SystemClock.now() + 370 * 86_400_000
    func isLeft() throws -> Bool {
      let before = FileBytes.read(local.pair.certificate)
      let desk = try TLSDesk(
        TLSFiles(pairs: [local.pair], local: local), group, fileDesk: FileDesk(client: nil),
        clock: { now }, logger: Logger(label: "test"))
      rotate(desk)
      return FileBytes.read(local.pair.certificate) == before
    }
    let foreign = LocalCertificates(in: DataDirectory(path: other.path))
    _ = try foreign.issue(for: ["books.example"])
    try FileBytes.write(
      try #require(FileBytes.read(foreign.pair.certificate)), to: local.pair.certificate)
    try FileBytes.write(try #require(FileBytes.read(foreign.pair.key)), to: local.pair.key)
    #expect(try isLeft())
    try FileManager.default.removeItem(atPath: local.authorityCertificate)
    #expect(try isLeft())
    #expect(!FileBytes.exists(local.authorityCertificate))
    await group.stop(within: .zero)
  }

  @Test func `what is wrong with a certificate is said as it is`() throws {
    let folder = try TemporaryDirectory()
    let local = LocalCertificates(in: DataDirectory(path: folder.path))
    _ = try local.issue(for: ["attic.local"])
    let files = TLSFiles(pairs: [local.pair], local: local)
    let identity = try #require(try files.identities().first)
    let faults = [-30, 0, 380, 400].map { days in
      identity.fault(at: SystemClock.now() / 1_000 + days * 86_400)
    }
    #expect(
      faults == [
        "is not good yet by this machine's clock", nil, "ends within a month", "has ended",
      ])
  }

  @Test func `a clock that is set right has the certificate made anew that it was wrong for`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let local = LocalCertificates(in: DataDirectory(path: folder.path))
    _ = try local.issue(for: ["attic.local"])
    let files = TLSFiles(pairs: [local.pair], local: local)
    let now = Mutex(SystemClock.now() - 800 * 86_400_000)
    let desk = try TLSDesk(
      files, group, fileDesk: FileDesk(client: nil), clock: { now.withLock { $0 } },
      logger: Logger(label: "test"))
    func look() -> [UInt8]? {
      desk.look()
      desk.sync { _ in }
      return FileBytes.read(local.pair.certificate)
    }
    let wrong = look()
    #expect(look() == wrong, "by this clock it is not good yet, and another is no better")
    now.withLock { $0 = SystemClock.now() + 370 * 86_400_000 }
    let right = look()
    #expect(right != wrong)
    #expect(look() == right)
    await group.stop(within: .zero)
  }

  @Test func `what was made for other names is read before one is made for those that are shown`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let local = LocalCertificates(in: DataDirectory(path: folder.path))
    _ = try local.issue(for: ["attic.local"])
    let files = TLSFiles(pairs: [local.pair], local: local)
    let now = SystemClock.now() + 370 * 86_400_000
    let desk = try TLSDesk(
      files, group, fileDesk: FileDesk(client: nil), clock: { now }, logger: Logger(label: "test"))
    _ = try local.issue(for: ["attic.local", "books.lan"])
    desk.reload()
    desk.sync { _ in }
    #expect(try files.identities().first?.names == ["attic.local", "books.lan"])
    await group.stop(within: .zero)
  }

  @Test func `asked a thousand times while it has something else to do, it reads the files once`()
    async throws
  {
    let pair = try await authority.issue(for: "DNS:localhost")
    let files = TLSFiles(pairs: [.init(certificate: pair.certificate, key: pair.key)], local: nil)
    // After each reading it looks at the clock.
    let lookCount = Mutex(0)
    let desk = try TLSDesk(
      files, group, fileDesk: FileDesk(client: nil),
      clock: {
        lookCount.withLock { $0 += 1 }
        return SystemClock.now()
      }, logger: Logger(label: "test"))
    func reload(times: Int) -> Int {
      lookCount.withLock { $0 = 0 }
      let isFree = DispatchSemaphore(value: 0)
      desk.post { _ in isFree.wait() }
      for _ in 0..<times { desk.reload() }
      isFree.signal()
      desk.sync { _ in }
      return lookCount.withLock { $0 }
    }
    let once = reload(times: 1)
    #expect(once > 0)
    #expect(reload(times: 1_000) == once)
    await group.stop(within: .zero)
  }

  @Test func `a ticket opens until the keys have been rotated twice`() async throws {
    let pair = try await authority.issue(for: "DNS:localhost")
    let files = TLSFiles(pairs: [.init(certificate: pair.certificate, key: pair.key)], local: nil)
    let desk = try TLSDesk(
      files, group, fileDesk: FileDesk(client: nil), clock: { 0 }, logger: Logger(label: "test"))
    let port = try listen()
    let folder = try TemporaryDirectory()
    let session = folder.path + "/session"
    func handshake(_ words: String...) async throws -> String {
      // The ticket is a part of a handshake in TLS 1.2.
      try await OpenSSL.client(port: port, ["-tls1_2"] + words)
    }
    #expect(try await handshake("-sess_out", session).contains("New, TLSv1.2"))
    #expect(try await handshake("-sess_in", session).contains("Reused, TLSv1.2"))
    rotate(desk)
    #expect(try await handshake("-sess_in", session).contains("Reused, TLSv1.2"))
    rotate(desk)
    #expect(try await handshake("-sess_in", session).contains("New, TLSv1.2"))
    await group.stop(within: .zero)
  }
}
