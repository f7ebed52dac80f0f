import Foundation
import Library
import Replica
import Server
import ServerTesting
import Testing

/// The Swift client over TLS: with the server that is meant, and with all that are not.
@Suite(.timeLimit(.minutes(2)))
struct TLSTests {
  let authority: TestAuthority

  init() async throws {
    authority = try await TestAuthority()
  }

  /// A server with a certificate of `authority`.
  private func server(
    for names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 9
  ) async throws -> TestServer {
    let files = try await authority.issue(for: names, days: days)
    return try TestServer(settings: [.tlsCertificate: files.certificate, .tlsKey: files.key])
  }

  private func trust(_ authority: TestAuthority) throws -> ServerTrust {
    try ServerTrust(pem: Array(Data(contentsOf: URL(fileURLWithPath: authority.certificate))))
  }

  private func address(
    _ server: TestServer, host: String = "127.0.0.1", trusting authority: TestAuthority? = nil
  ) throws -> ServerAddress {
    try ServerAddress(
      "https://\(host):\(server.port)", trust: trust(authority ?? self.authority))
  }

  /// Why neither a call nor a socket has a word with `address`: it must be the same for both.
  private func fault(of address: ServerAddress) async throws -> TLSFault? {
    let library = try await LocalLibrary.open(
      MemoryStorage(), server: address, access: .token("secret"), client: "test")
    await library.until { $0.state == .offline }
    let heard = await library.lastFailure
    let error = await #expect(throws: ServerError.self) {
      try await library.pair(code: "ABCDE-12345")
    }
    await library.close()
    guard case .insecure(address, let fault) = error else {
      Issue.record("not \(String(describing: error))")
      return nil
    }
    #expect(heard == fault.description)
    return fault
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func `what is paired, synced and asked goes through TLS`(host: String) async throws {
    let server = try await server()
    let link = try server.perform(.pair)["link"]?.string ?? ""
    #expect(link.hasPrefix("https://"))
    let library = try await LocalLibrary.open(
      MemoryStorage(), server: address(server, host: host), access: .code(link), client: "test")
    // Several records each way, more than one read or write takes.
    let review = String(repeating: "Many words, said twice. ", count: 4_000)
    for n in 1...12 {
      var change = Change.book("b\(n)", "Book \(n)")
      change.set["review"] = .string(review)
      try await library.edit(change)
    }
    await library.untilSaved()
    let other = try await LocalLibrary.open(
      MemoryStorage(), server: address(server, host: host),
      access: .token(server.addDevice()), client: "test")
    await other.until(view: { $0.title("b12") == "Book 12" })
    #expect(await other.get(EntityKey(kind: "book", id: "b7"))?.fields["review"]?.string == review)
    #expect(try await other.history(of: EntityKey(kind: "book", id: "b1")).entries.isEmpty == false)
    await other.close()
    await library.close()
    await server.stop()
  }

  @Test func `the authority of dogear tls init is enough`() async throws {
    let data = try TemporaryDirectory()
    let own = try ownCertificates(data)
    let server = try TestServer(settings: [.tls: "true"], data: data)
    let pem = try Data(contentsOf: URL(fileURLWithPath: own.folder + "/authority.crt"))
    let library = try await LocalLibrary.open(
      MemoryStorage(),
      server: ServerAddress(
        "https://localhost:\(server.port)", trust: ServerTrust(pem: Array(pem))),
      access: .token(server.addDevice()), client: "test")
    await library.untilSaved()
    await library.close()
    await server.stop()
  }

  @Test func `a certificate near its end is made anew, and who is connected notices nothing`()
    async throws
  {
    let data = try TemporaryDirectory()
    let own = try ownCertificates(data)
    let before = try Data(contentsOf: URL(fileURLWithPath: own.pair.certificate))
    let clock = TestClock()
    let server = try TestServer(settings: [.tls: "true"], data: data, clock: clock)
    let pem = try Data(contentsOf: URL(fileURLWithPath: own.folder + "/authority.crt"))
    let address = try ServerAddress(
      "https://localhost:\(server.port)", trust: ServerTrust(pem: Array(pem)))
    let library = try await LocalLibrary.open(
      MemoryStorage(), server: address, access: .token(server.addDevice()), client: "test")
    await library.untilSaved()
    // Two weeks before its end.
    clock.advance(byMilliseconds: 383 * 86_400_000)
    server.reloadCertificates()
    func shown() async throws -> Data {
      let text = try await OpenSSL.client(port: server.port, ["-servername", "localhost"])
      let start = try #require(text.firstRange(of: "-----BEGIN"))
      let end = try #require(text.firstRange(of: "-----END CERTIFICATE-----\n"))
      return Data(text[start.lowerBound..<end.upperBound].utf8)
    }
    while try await shown() == before { try await Task.sleep(for: .milliseconds(50)) }
    #expect(try await shown() == Data(contentsOf: URL(fileURLWithPath: own.pair.certificate)))
    try await library.edit(.book("b1", "Dune"))
    await library.untilSaved()
    #expect(await library.lastFailure == nil)
    // By the same authority: nobody has to be told anything.
    let other = try await LocalLibrary.open(
      MemoryStorage(), server: address, access: .token(server.addDevice()), client: "test")
    await other.until(view: { $0.title("b1") == "Dune" })
    await other.close()
    await library.close()
    await server.stop()
  }

  private func ownCertificates(_ data: TemporaryDirectory) throws -> LocalCertificates {
    let own = LocalCertificates(in: DataDirectory(path: data.path + "/data"))
    try FileManager.default.createDirectory(
      atPath: data.path + "/data", withIntermediateDirectories: true)
    _ = try own.issue(for: ["localhost", "127.0.0.1"])
    return own
  }

  @Test func `an authority that is not trusted is no proof`() async throws {
    let server = try await server()
    let stranger = try await TestAuthority()
    #expect(try await fault(of: address(server, trusting: stranger)) == .unknownAuthority)
    // This machine's own authorities know nothing of a test's.
    let plain = try ServerAddress("https://localhost:\(server.port)")
    #expect(try await fault(of: plain) == .unknownAuthority)
    await server.stop()
  }

  /// One with an address alone, too: there many would still look at the subject, which is localhost.
  @Test(arguments: [["books.example", "192.0.2.1"], ["192.0.2.1"]])
  func `a certificate for others is no proof, whatever its subject is called`(
    names: [String]
  ) async throws {
    let alternatives = names.map { ($0.hasPrefix("192") ? "IP:" : "DNS:") + $0 }
    let server = try await server(for: alternatives.joined(separator: ","))
    let expected = TLSFault.otherNames(names)
    #expect(try await fault(of: address(server, host: "localhost")) == expected)
    #expect(try await fault(of: address(server)) == expected)
    #expect(expected.description.contains(names.joined(separator: ", ")))
    await server.stop()
  }

  @Test func `each of several authorities is trusted`() async throws {
    let server = try await server()
    let authorities = try await [TestAuthority(), authority, TestAuthority()]
    let pem = try authorities.flatMap {
      try Data(contentsOf: URL(fileURLWithPath: $0.certificate))
    }
    let library = try await LocalLibrary.open(
      MemoryStorage(),
      server: ServerAddress("https://localhost:\(server.port)", trust: ServerTrust(pem: pem)),
      access: .token(server.addDevice()), client: "test")
    await library.until { $0.state == .saved || $0.state == .offline }
    #expect(await library.lastFailure == nil)
    await library.close()
    await server.stop()
  }

  @Test func `a certificate that has ended is no proof, and its end is told`() async throws {
    let server = try await server(days: -1)
    let fault = try await fault(of: address(server))
    guard case .expired(let end) = fault else {
      Issue.record("not \(String(describing: fault))")
      return
    }
    let age = Int(Date().timeIntervalSince1970) - end
    #expect((86_400...86_700).contains(age))
    #expect(fault?.description.contains("ended on 20") == true)
    await server.stop()
  }

  @Test func `who speaks plain HTTP there is told from a server that is away`() async throws {
    let server = try TestServer()
    #expect(try await fault(of: address(server)) == .notSpoken)
    await server.stop()
  }

  @Test func `a server that speaks TLS alone says so to who does not`() async throws {
    let server = try await server()
    #expect(
      try await fault(of: ServerAddress("http://127.0.0.1:\(server.port)")) == .missing)
    await server.stop()
  }

  @Test func `a token is told to nobody who proves nothing`() async throws {
    let server = try await server()
    let stranger = try await TestAuthority()
    let token = try server.addDevice()
    func seen() throws -> JSONValue? {
      try server.perform(.listDevices)["devices"]?.array?.first?["seen"]
    }
    for (authority, isSeen) in [(stranger, false), (authority, true)] {
      let library = try await LocalLibrary.open(
        MemoryStorage(), server: address(server, trusting: authority), access: .token(token),
        client: "test")
      await library.until { $0.state == (isSeen ? .saved : .offline) }
      #expect(try (seen() != nil) == isSeen)
      await library.close()
    }
    await server.stop()
  }
}
