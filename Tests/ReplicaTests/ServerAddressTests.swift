import Replica
import Testing

/// What people type for an address.
struct ServerAddressTests {
  @Test(arguments: [
    ("http://127.0.0.1:8080", "127.0.0.1", 8080, "http://127.0.0.1:8080"),
    ("http://books.local/", "books.local", 80, "http://books.local"),
    ("HTTP://Books:80", "Books", 80, "http://Books"),
    ("ws://nas_1:81", "nas_1", 81, "http://nas_1:81"),
    ("https://books.example/", "books.example", 443, "https://books.example"),
    ("https://[::1]:8443", "::1", 8_443, "https://[::1]:8443"),
    ("http://[fe80::1]:8080", "fe80::1", 8080, "http://[fe80::1]:8080"),
  ])
  func `an address is read`(text: String, host: String, port: UInt16, shown: String) throws {
    let address = try ServerAddress(text)
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.description == shown)
  }

  @Test(arguments: [
    "", "books.local:8080", "http://", "http://:80", "http://a:", "http://a:0", "http://a:65536",
    "http://a:8x", "http://a/b", "http://a?b", "http://a b", "http://u@a", "http://[a",
    "http://[zz]",
    "http://a:+80", "ftp://a", "https://a/b", "https://:443", "https://[fe80::1%25eth0]",
  ])
  func `what is none is refused`(text: String) {
    #expect(throws: ServerAddress.Flaw.malformed(text)) { try ServerAddress(text) }
  }

  @Test func `what its scheme says holds for security and port`() throws {
    #expect(try !ServerAddress("http://a").isSecure)
    #expect(try ServerAddress("https://a").isSecure)
    #expect(try ServerAddress("WSS://a:80").description == "https://a:80")
    #expect(try ServerAddress("http://a:443").description == "http://a:443")
  }

  @Test func `an authority is a certificate in PEM form`() {
    #expect(throws: ServerTrust.Flaw.noCertificate) { try ServerTrust(pem: Array("no".utf8)) }
  }
}
