import Glibc
import ServerTesting
import Testing

@testable import Server

/// The server's own certificates, made anew with the authority that devices trust already.
struct LocalCertificatesTests {
  let folder: TemporaryDirectory
  let certificates: LocalCertificates

  init() throws {
    folder = try TemporaryDirectory()
    certificates = LocalCertificates(in: DataDirectory(path: folder.path))
  }

  @Test func `what it is for is known, but for addresses, which come and go`() throws {
    #expect(certificates.names.isEmpty)
    _ = try certificates.issue(for: ["attic.local", "192.168.1.4", "books.example.org"])
    #expect(certificates.names == ["attic.local", "books.example.org"])
  }

  @Test func `this machine's certificate is for its name and its addresses`() throws {
    let names = HostNames.all()
    #expect(names.contains("localhost"))
    #expect(names.contains("127.0.0.1"))
    #expect(try certificates.issue(for: [], also: names).names == names)
  }

  @Test(arguments: [
    (["attic", "127.0.0.1"], "attic"),
    (["localhost", "127.0.0.1", "192.168.1.30"], "192.168.1.30"),
    (["localhost", "::1", "*.home"], nil),
  ])
  func `what a phone is told to call the server by leads it there`(
    names: [String], expected: String?
  ) throws {
    _ = try certificates.issue(for: names, also: [])
    let identities = try TLSFiles(pairs: [certificates.pair]).identities()
    #expect(identities.first?.publicName == expected)
  }

  @Test
  func `what makes a certificate is named where there is none, and not where it may not be read`()
    throws
  {
    let files = TLSFiles(pairs: [certificates.pair], local: certificates)
    func sentence() -> String {
      let error = #expect(throws: TLSFilesError.self) { _ = try files.identities() }
      return error?.description ?? ""
    }
    #expect(sentence().hasSuffix("is made by dogear tls init."))
    #expect(unsafe mkdir(certificates.folder, 0o700) == 0)
    #expect(unsafe mkdir(certificates.pair.certificate, 0o700) == 0)
    #expect(sentence().hasSuffix("cannot be read: Is a directory."))
  }

  @Test func `a second certificate is vouched for by the first one's authority`() throws {
    let first = try certificates.issue(for: ["books.example.org"], also: ["attic.local"])
    #expect(first.isNewAuthority)
    let second = try certificates.issue(for: ["books.example.org"], also: ["cellar.local"])
    #expect(!second.isNewAuthority)
    #expect(second.fingerprint == first.fingerprint)
    #expect(second.names == ["books.example.org", "cellar.local"])
    #expect(second.leftOut == [])
  }

  @Test func `without the authority's key devices can trust it still, and nothing new is made`()
    throws
  {
    let report = try certificates.issue(for: ["attic.local"])
    let path = folder.path + "/tls/authority.key"
    let key = try #require(FileBytes.read(path))
    #expect(unsafe unlink(path) == 0)
    let trusted = try #require(try certificates.trusted())
    #expect(trusted.fingerprint == report.fingerprint)
    #expect(try TLSFiles(pairs: [certificates.pair]).identities().count == 1)
    #expect(throws: TLSFilesError.keyMissing(path)) { try certificates.issue(for: ["attic.local"]) }
    try FileBytes.write(key, to: path)
    #expect(try !certificates.issue(for: ["attic.local"]).isNewAuthority)
  }

  /// A crash between two files, or a full disk, must not leave what does not go together.
  @Test func `a certificate is made anew for the key that is there`() throws {
    _ = try certificates.issue(for: ["attic.local"])
    let key = FileBytes.read(certificates.pair.key)
    let first = FileBytes.read(certificates.pair.certificate)
    _ = try certificates.issue(for: ["attic.local"])
    #expect(FileBytes.read(certificates.pair.key) == key)
    #expect(FileBytes.read(certificates.pair.certificate) != first)
    #expect(try TLSFiles(pairs: [certificates.pair]).identities().count == 1)
  }

  @Test func `what a machine is called since, beyond homes, is left out`() throws {
    _ = try certificates.issue(for: [], also: ["attic", "attic.local", "203.0.113.4"])
    let names = ["cellar", "cellar.local", "192.168.4.4", "203.0.113.4", "203.0.113.5", "fd00::7"]
    let second = try certificates.issue(for: [], also: names)
    #expect(second.names == ["cellar.local", "192.168.4.4", "203.0.113.4", "fd00::7"])
    #expect(second.leftOut == ["cellar", "203.0.113.5"])
  }

  @Test func `a certificate for nobody is not made`() throws {
    #expect(throws: TLSFilesError.outOfBounds(folder: certificates.folder)) {
      try certificates.issue(for: [])
    }
  }

  @Test func `a name of the Internet that was asked for needs a new authority`() throws {
    _ = try certificates.issue(for: [], also: ["attic.local"])
    let before = FileBytes.read(certificates.pair.certificate)
    #expect(throws: TLSFilesError.outOfBounds(folder: certificates.folder)) {
      try certificates.issue(for: ["books.example.org"], also: ["attic.local"])
    }
    #expect(FileBytes.read(certificates.pair.certificate) == before)
  }

  @Test(arguments: [
    "attic", "attic-2.local", "3com.example", "1.2.3.four", "192.168.1.30", "fd00::7", "0xen",
  ])
  func `what a machine may be called is in its certificate`(name: String) throws {
    #expect(HostNames.isName(name) || HostNames.isAddress(name))
    #expect(try certificates.issue(for: [name], also: []).names == [name])
  }

  @Test(arguments: [
    "", "123", "attic.7", "192.168.1.300", "10.0.0", "fd00::7::8", "fe80::1%eth0", "-a", "attic.",
    "0x7f", "0xDEADBEEF", "attic.0x7", "attic.0X",
  ])
  func `what no browser takes for a name is none`(name: String) {
    #expect(!HostNames.isName(name) && !HostNames.isAddress(name))
  }
}
