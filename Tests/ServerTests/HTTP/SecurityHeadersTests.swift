import HTTPTypes
import Server
import Testing

struct SecurityHeadersTests {
  @Test func `the page may open a socket to the host it came from`() {
    let policy = SecurityHeaders.contentSecurityPolicy(host: "127.0.0.1:8080")
    #expect(policy.contains("connect-src 'self' ws://127.0.0.1:8080 wss://127.0.0.1:8080;"))
  }

  @Test(arguments: ["x; script-src *", "a b", "", "x'y", String(repeating: "a", count: 300)])
  func `a host that is none adds nothing to the policy`(host: String) {
    var fields = HTTPFields()
    SecurityHeaders.add(to: &fields, host: host)
    #expect(fields[.contentSecurityPolicy] == SecurityHeaders.contentSecurityPolicy(host: nil))
  }
}
