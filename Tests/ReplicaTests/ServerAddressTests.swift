import Replica
import Testing

/// What people type for an address.
struct ServerAddressTests {
  @Test(arguments: [
    ("http://127.0.0.1:8080", "127.0.0.1", 8080, "http://127.0.0.1:8080"),
    ("http://books.local/", "books.local", 80, "http://books.local"),
    ("HTTP://Books:80", "Books", 80, "http://Books"),
    ("ws://nas_1:81", "nas_1", 81, "http://nas_1:81"),
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
    "http://a:+80", "ftp://a",
  ])
  func `what is none is refused`(text: String) {
    #expect(throws: ServerAddress.Flaw.malformed(text)) { try ServerAddress(text) }
  }

  @Test func `TLS is asked for in vain, and is told so`() {
    let error = #expect(throws: ServerAddress.Flaw.self) { try ServerAddress("https://a") }
    #expect(error == .needsTLS("https://a"))
    #expect(error?.description.contains("TLS") == true)
  }
}
