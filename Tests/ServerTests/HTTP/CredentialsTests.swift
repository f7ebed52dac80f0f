import HTTPTypes
import Server
import Testing

struct CredentialsTests {
  let first = DeviceToken()
  let second = DeviceToken()

  @Test func `the header's token is tried before the cookie's`() {
    let credentials = Self.credentials([
      .authorization: "bearer  \(first.text) ", .cookie: "a=b; dogear=\(second.text); c=d",
    ])
    #expect(credentials.tokens == [first, second])
    #expect(credentials.hasCookie)
  }

  @Test func `what has no token's shape is not looked up`() {
    for fields: HTTPFields in [
      [:], [.authorization: "Bearer"], [.authorization: "Bearer short"],
      [.authorization: "Basic \(first.text)"], [.cookie: "dogear="], [.cookie: "dogear"],
      [.cookie: "xdogear=\(first.text)"], [.cookie: "dogear=\(first.text)x"],
    ] {
      let credentials = Self.credentials(fields)
      #expect(credentials.tokens.isEmpty && !credentials.hasCookie)
    }
  }

  @Test func `a cookie of ours is found among hundreds of others', whatever those are`() {
    let others = (0..<500).map { "dog\($0)=\(DeviceToken().text)" } + ["dogear", "=", "é=\u{301}"]
    let line = (others + ["  dogear=\(first.text)\t"] + others).joined(separator: ";")
    let credentials = Self.credentials([.cookie: line])
    #expect(credentials.tokens == [first] && credentials.hasCookie)
  }

  @Test func `no more than a few cookies are looked at`() {
    let many = (0..<100).map { _ in "dogear=\(DeviceToken().text)" }.joined(separator: ";")
    #expect(Self.credentials([.cookie: many]).tokens.count == 4)
  }

  @Test func `a token that comes under several names counts once`() {
    let cookies = "dogear-8080=\(first.text); dogear-8081=\(first.text)"
    let credentials = Self.credentials(
      [.authorization: "Bearer \(first.text)", .cookie: cookies], at: "books.lan:8080")
    #expect(credentials.tokens == [first])
    #expect(credentials.hasCookie)
  }

  @Test(arguments: [
    ("books.lan", "dogear"), ("books.lan:8081", "dogear-8081"), ("[::1]", "dogear"),
    ("[::1]:8080", "dogear-8080"), ("books.lan:", "dogear"), ("", "dogear"),
  ])
  func `each server of a host has a cookie of its own`(authority: String, name: String) {
    #expect(
      Credentials.cookie(first, at: authority, isSecure: false).hasPrefix("\(name)=\(first.text);"))
    // What is there beside it is tried after it.
    let cookies = "dogear-1=\(second.text); \(name)=\(first.text)"
    #expect(Self.credentials([.cookie: cookies], at: authority).tokens == [first, second])
  }

  private static func credentials(
    _ fields: HTTPFields, at authority: String = "books.lan"
  ) -> Credentials {
    Credentials(
      HTTPRequest(
        method: .get, scheme: "http", authority: authority, path: "/", headerFields: fields))
  }
}
