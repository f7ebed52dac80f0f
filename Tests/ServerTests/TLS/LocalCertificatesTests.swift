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

  @Test func `a second certificate is vouched for by the first one's authority`() throws {
    let first = try certificates.issue(for: ["books.example.org"], also: ["attic.local"])
    #expect(first.isNewAuthority)
    let second = try certificates.issue(for: ["books.example.org"], also: ["cellar.local"])
    #expect(!second.isNewAuthority)
    #expect(second.fingerprint == first.fingerprint)
    #expect(second.names == ["books.example.org", "cellar.local"])
    #expect(second.leftOut == [])
  }

  @Test func `what a machine is called since, beyond homes, is left out`() throws {
    _ = try certificates.issue(for: [], also: ["attic", "attic.local", "203.0.113.4"])
    let names = ["cellar", "cellar.local", "192.168.4.4", "203.0.113.4", "203.0.113.5", "fd00::7"]
    let second = try certificates.issue(for: [], also: names)
    #expect(second.names == ["cellar.local", "192.168.4.4", "203.0.113.4", "fd00::7"])
    #expect(second.leftOut == ["cellar", "203.0.113.5"])
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
    "attic", "attic-2.local", "3com.example", "1.2.3.four", "192.168.1.30", "fd00::7",
  ])
  func `what a machine may be called is in its certificate`(name: String) throws {
    #expect(HostNames.isName(name) || HostNames.isAddress(name))
    #expect(try certificates.issue(for: [name], also: []).names == [name])
  }

  @Test(arguments: [
    "", "123", "attic.7", "192.168.1.300", "10.0.0", "fd00::7::8", "fe80::1%eth0", "-a",
  ])
  func `what no browser takes for a name is none`(name: String) {
    #expect(!HostNames.isName(name) && !HostNames.isAddress(name))
  }
}
