import Foundation
import ServerTesting
import Testing
import Transport

/// TLS where it takes a server's insides to see it; `Tests/Protocol/test_tls.py` has the rest.
@Suite(.timeLimit(.minutes(1)))
struct TLSTests {
  private static func server(
    limits: TransportLimits = TransportLimits(), tickets: TicketKeys = TicketKeys()
  ) throws -> TestServer {
    let identity = try TLSIdentity(chain: TestIdentity.certificate, key: TestIdentity.key)
    return try TestServer(limits: limits, identity: identity, tickets: tickets)
  }

  // MARK: Certificates

  @Test func `a certificate says for whom it is and until when`() throws {
    let identity = try TLSIdentity(chain: TestIdentity.certificate, key: TestIdentity.key)
    #expect(identity.names == ["one.test", "127.0.0.1"])
    #expect(identity.endSeconds > 4_000_000_000)
  }

  @Test func `files of no use are told apart`() {
    let (certificate, key) = (TestIdentity.certificate, TestIdentity.key)
    #expect(throws: TLSError.unreadableCertificate) { try TLSIdentity(chain: [], key: key) }
    #expect(throws: TLSError.unreadableCertificate) { try TLSIdentity(chain: key, key: key) }
    #expect(throws: TLSError.unreadableKey) { try TLSIdentity(chain: certificate, key: [0]) }
    #expect(throws: TLSError.mismatched) {
      try TLSIdentity(chain: certificate, key: TestIdentity.otherKey)
    }
  }

  // MARK: Handshakes

  /// Nothing at all, a record's first bytes, and a ClientHello that goes on and on.
  @Test(arguments: [[], [22, 3, 1], [22, 3, 1, 2, 0, 1, 0, 1, 0xFC]] as [[UInt8]])
  func `a handshake that stalls is cut`(start: [UInt8]) async throws {
    var limits = TransportLimits()
    limits.handshakeTimeout = .milliseconds(100)
    let server = try Self.server(limits: limits)
    let begin = ContinuousClock.now
    let client = try TestClient(port: server.port)
    try await client.write(start)
    #expect(await server.until(.closed(.timedOut)))
    #expect(ContinuousClock.now - begin < TransportLimits().headTimeout)
    await server.group.stop(within: .zero)
  }

  @Test func `after the handshake there is time for a request, and no more`() async throws {
    var limits = TransportLimits()
    limits.headTimeout = .milliseconds(300)
    let server = try Self.server(limits: limits)
    let begin = ContinuousClock.now
    // A client that has nothing to say and does not leave.
    _ = try await Self.openssl(server, [], stays: true)
    let events = await server.upTo { if case .closed = $0 { true } else { false } }
    #expect(events.last == .closed(.timedOut))
    #expect(ContinuousClock.now - begin < limits.handshakeTimeout)
    await server.group.stop(within: .zero)
  }

  // MARK: Without TLS

  @Test(arguments: [
    ("GET /book/b1?sort=title HTTP/1.1\r\nHost: localhost:8443", "/book/b1?sort=title"),
    // A path that looks like an address stays one of this host.
    ("GET //evil.example/x HTTP/1.1\r\nHost: localhost:8443", "//evil.example/x"),
    ("POST /v1/pair HTTP/1.1\r\nHost: localhost:8443\r\nContent-Length: 0", "/v1/pair"),
  ])
  func `who comes to http is led to the same place over TLS, and asked nothing`(
    head: String, path: String
  ) async throws {
    let server = try Self.server()
    let client = try TestClient(port: server.port)
    try await client.write(head + "\r\n\r\n")
    let answer = String(decoding: try await client.readToEnd(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 308 "))
    #expect(answer.contains("\r\nLocation: https://localhost:8443\(path)\r\n"), "\(answer)")
    let events = await server.upTo { if case .closed = $0 { true } else { false } }
    #expect(!events.contains { if case .request = $0 { true } else { false } })
    await server.group.stop(within: .zero)
  }

  @Test(arguments: ["GET / HTTP/1.0", "OPTIONS * HTTP/1.1\r\nHost: localhost"])
  func `who names no place to be led to is told to use TLS`(head: String) async throws {
    let server = try Self.server()
    let client = try TestClient(port: server.port)
    try await client.write(head + "\r\n\r\n")
    let answer = String(decoding: try await client.readToEnd(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 400 ") && !answer.contains("Location"), "\(answer)")
    #expect(answer.hasSuffix("This server speaks TLS: use https.\n"), "\(answer)")
    await server.group.stop(within: .zero)
  }

  // MARK: Session tickets

  @Test func `a session is resumed after one rotation of the keys, not after two`() async throws {
    var tickets = TicketKeys()
    let server = try Self.server(tickets: tickets)
    let session = FileManager.default.temporaryDirectory.path + "/session-\(server.port)"
    defer { try? FileManager.default.removeItem(atPath: session) }
    #expect(try await Self.openssl(server, ["-sess_out", session]).contains("New, TLSv1.2"))
    #expect(try await Self.openssl(server, ["-sess_in", session]).contains("Reused, TLSv1.2"))
    let identity = try TLSIdentity(chain: TestIdentity.certificate, key: TestIdentity.key)
    tickets = tickets.rotated()
    server.group.secure(with: [identity], tickets: tickets)
    #expect(try await Self.openssl(server, ["-sess_in", session]).contains("Reused, TLSv1.2"))
    tickets = tickets.rotated()
    server.group.secure(with: [identity], tickets: tickets)
    #expect(try await Self.openssl(server, ["-sess_in", session]).contains("New, TLSv1.2"))
    await server.group.stop(within: .zero)
  }

  /// What `openssl s_client` says of a handshake in TLS 1.2, whose ticket is part of it.
  private static func openssl(
    _ server: TestServer, _ arguments: [String], stays: Bool = false
  ) async throws -> String {
    // It has nothing to say, and leaves for that unless it is told to stay.
    try await OpenSSL.client(
      port: Int(server.port), ["-tls1_2"] + (stays ? ["-ign_eof"] : []) + arguments)
  }
}
