import HTTPTypes
import Server
import Testing

struct CredentialsTests {
  let first = DeviceToken()
  let second = DeviceToken()

  @Test func `the header's token is tried before the cookie's`() {
    let credentials = Credentials([
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
      let credentials = Credentials(fields)
      #expect(credentials.tokens.isEmpty && !credentials.hasCookie)
    }
  }

  @Test func `no more than two cookies are looked at`() {
    let many = [String](repeating: "dogear=\(first.text)", count: 100).joined(separator: ";")
    #expect(Credentials([.cookie: many]).tokens.count == 2)
  }
}
