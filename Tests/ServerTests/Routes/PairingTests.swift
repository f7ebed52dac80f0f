import Library
import Server
import ServerTesting
import Testing

struct PairingTests {
  func pair(
    _ server: TestServer, _ body: JSONValue, _ fields: [String: String] = [:]
  ) async throws -> TestResponse {
    try await server.request("POST", "/v1/pair", fields, body: body.canonicalText)
  }

  func code(_ server: TestServer) throws -> JSONValue {
    try #require(try server.perform(.pair)["code"])
  }

  @Test func `the link that the first start prints pairs a browser, once`() async throws {
    let server = try TestServer()
    let link = try #require(server.greeting.first { $0.contains("/pair#") })
    #expect(link.hasPrefix("http://127.0.0.1:\(server.port)/pair#"))
    let code = JSONValue.string(String(link.split(separator: "#")[1]))
    let response = try await pair(server, ["code": code, "name": "Laptop", "as": "cookie"])
    #expect(response.status == 200)
    #expect(response.json["device"]?["name"] == "Laptop")
    #expect(response.json["library"]?["id"]?.string != nil)
    #expect(response.json["token"] == nil)
    let cookie = try #require(response.fields["set-cookie"])
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/"] {
      #expect(cookie.contains(attribute))
    }
    #expect(!cookie.contains("Secure"))

    let session = try await server.request(
      "GET", "/v1/session", ["Cookie": String(cookie.prefix { $0 != ";" })])
    #expect(session.status == 200)
    #expect(session.json["device"] == response.json["device"])
    #expect(session.fields["set-cookie"] != nil)

    let again = try await pair(server, ["code": code])
    #expect(again.status == 403)
    #expect(again.fields["set-cookie"] == nil)
    await server.stop()
  }

  @Test func `a program gets a token and no cookie`() async throws {
    let server = try TestServer()
    let response = try await pair(server, ["code": try code(server), "as": "token"])
    let token = try #require(response.json["token"]?.string)
    #expect(response.fields["set-cookie"] == nil)
    #expect(try await server.request("GET", "/v1/session", token: token).status == 200)
    await server.stop()
  }

  @Test func `who does not say gets both, and a name from the browser`() async throws {
    let server = try TestServer()
    let response = try await pair(
      server, ["code": try code(server)],
      ["User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"])
    #expect(response.json["token"]?.string != nil)
    #expect(response.fields["set-cookie"] != nil)
    #expect(response.json["device"]?["name"] == "Firefox on Linux")
    await server.stop()
  }

  @Test func `behind a proxy the cookie never travels without TLS`() async throws {
    let server = try TestServer(settings: [.behindProxy: "true"])
    let response = try await pair(server, ["code": try code(server)])
    #expect(response.fields["set-cookie"]?.contains("; Secure") == true)
    await server.stop()
  }

  @Test func `a page on the server's own machine pairs without TLS`() async throws {
    let server = try TestServer(settings: [.behindProxy: "true"])
    let response = try await pair(
      server, ["code": try code(server)], ["Origin": "http://127.0.0.1:\(server.port)"])
    #expect(response.status == 200)
    let cookie = try #require(response.fields["set-cookie"])
    #expect(!cookie.contains("; Secure"))
    // Nor when it is renewed: browsers send no Origin with what only reads.
    let own = ["Cookie": String(cookie.prefix { $0 != ";" })]
    let renewed = try await server.request("GET", "/v1/session", own)
    #expect(renewed.fields["set-cookie"] == cookie)
    let elsewhere = [["X-Forwarded-For": "192.0.2.9"], ["Host": "books.example.org"]]
    for fields in elsewhere {
      let fields = fields.merging(own) { $1 }
      let forwarded = try await server.request("GET", "/v1/session", fields)
      #expect(forwarded.fields["set-cookie"]?.contains("; Secure") == true)
    }
    await server.stop()
  }

  @Test(arguments: [
    "a%d, 192.0.2.9", "a%d\u{600}, 192.0.2.9", "192.0.2.9, 2001:db8::%d", "a%d",
    "2001:db8::%d, 192.0.2.9:1%d",
  ])
  func `behind a proxy who guesses is made to wait, whatever it says of itself`(
    field: String
  ) async throws {
    let server = try TestServer(settings: [.behindProxy: "true"])
    var statuses: [Int] = []
    for number in 0..<11 {
      let forwarded = field.replacing("%d", with: "\(number)")
      statuses.append(
        try await pair(
          server, ["code": "AAAAA-00000"], ["X-Forwarded-For": forwarded]
        ).status)
    }
    #expect(statuses == [Int](repeating: 403, count: 10) + [429])
    await server.stop()
  }

  @Test func `a code dies of age`() async throws {
    let server = try TestServer(settings: [.pairingMinutes: "5"])
    let code = try code(server)
    server.clock.advance(byMilliseconds: 5 * 60_000 + 1)
    #expect(try await pair(server, ["code": code]).status == 403)
    await server.stop()
  }

  @Test(arguments: ["", "no json", "[]", "{}", #"{"code":1}"#, #"{"code":"A","as":"gift"}"#])
  func `what is no pairing request is told so`(body: String) async throws {
    let server = try TestServer()
    let response = try await server.request("POST", "/v1/pair", body: body)
    #expect(response.status == 400)
    #expect(response.json["error"]?["message"]?.string != nil)
    await server.stop()
  }

  @Test func `who guesses is made to wait, and waiting helps`() async throws {
    let server = try TestServer()
    var statuses: [Int] = []
    for number in 0..<11 {
      statuses.append(try await pair(server, ["code": .string("AAAAA-0000\(number % 10)")]).status)
    }
    #expect(statuses == [Int](repeating: 403, count: 10) + [429])
    let refused = try await pair(server, ["code": try code(server)])
    #expect(refused.status == 429)
    #expect(refused.fields["retry-after"].flatMap { Int($0) } ?? 0 > 0)
    server.clock.advance(byMilliseconds: 6_000)
    #expect(try await pair(server, ["code": try code(server)]).status == 200)
    await server.stop()
  }

  @Test func `a code lives ten minutes`() async throws {
    let server = try TestServer()
    let (young, old) = (try code(server), try code(server))
    server.clock.advance(byMilliseconds: 10 * 60_000 - 1)
    #expect(try await pair(server, ["code": young]).status == 200)
    server.clock.advance(byMilliseconds: 1)
    #expect(try await pair(server, ["code": old]).status == 403)
    await server.stop()
  }

  @Test func `behind TLS browsers are told to come by nothing else`() async throws {
    for isSecure in [true, false] {
      let server = try TestServer(settings: [.behindProxy: String(isSecure)])
      for path in ["/", "/v1/session", "/nothing"] {
        let field = try await server.request("GET", path).fields["strict-transport-security"]
        #expect(field == (isSecure ? "max-age=2592000" : nil))
      }
      await server.stop()
    }
  }

  @Test func `another site's page cannot pair a browser`() async throws {
    let server = try TestServer()
    let response = try await pair(
      server, ["code": try code(server)], ["Origin": "http://evil.example"])
    #expect(response.status == 403)
    await server.stop()
  }
}
