import Server
import Testing

struct OriginRuleTests {
  let rule = OriginRule(publicURL: "https://Books.example.org")

  @Test func `a program without an origin may connect`() {
    #expect(rule.allows(origin: nil, host: "127.0.0.1:8080"))
  }

  @Test func `a page of this server may connect`() {
    #expect(rule.allows(origin: "http://127.0.0.1:8080", host: "127.0.0.1:8080"))
    #expect(rule.allows(origin: "https://LOCALHOST", host: "localhost"))
  }

  @Test func `a page under the published address may connect`() {
    #expect(rule.allows(origin: "https://books.example.org", host: "127.0.0.1:8080"))
  }

  @Test func `the port that a scheme has anyway is no part of an origin`() {
    let secure = OriginRule(publicURL: "https://books.example.org:443")
    #expect(secure.allows(origin: "https://books.example.org", host: "internal:8080"))
    let plain = OriginRule(publicURL: "http://books.home:80")
    #expect(plain.allows(origin: "http://books.home", host: "internal:8080"))
    #expect(!secure.allows(origin: "https://books.example.org:80", host: "internal:8080"))
  }

  @Test(arguments: [
    "http://evil.example", "http://127.0.0.1:8081", "http://127.0.0.1:8080.evil.example", "null",
    "",
    "ftp://127.0.0.1:8080", "http://books.example.org",
  ])
  func `any other page may not`(origin: String) {
    #expect(!rule.allows(origin: origin, host: "127.0.0.1:8080"))
  }

  @Test func `a page that came without TLS from elsewhere is no page of ours`() {
    #expect(rule.allows(origin: "https://192.168.1.5:8080", host: "192.168.1.5:8080"))
    #expect(!rule.allows(origin: "http://192.168.1.5:8080", host: "192.168.1.5:8080"))
  }

  @Test func `a name that is made to lead here is no page of ours`() {
    let rule = OriginRule(publicURL: nil)
    #expect(!rule.allows(origin: "http://evil.example:8080", host: "evil.example:8080"))
    let named = OriginRule(publicURL: "http://books.home:8080")
    #expect(named.allows(origin: "http://books.home:8080", host: "books.home:8080"))
  }

  @Test(arguments: ["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "127.9.9.9"])
  func `what a machine sends itself nobody else can have made`(host: String) {
    #expect(rule.allows(origin: "http://\(host)", host: host))
    #expect(!rule.allows(origin: "http://\(host)", host: "192.168.1.5:8080"))
    #expect(!rule.allows(origin: "http://127.0.0.1.example", host: "127.0.0.1.example"))
  }

  @Test func `without a host no page matches`() {
    #expect(!rule.allows(origin: "http://", host: ""))
    #expect(!rule.allows(origin: "http://x", host: nil))
  }
}
