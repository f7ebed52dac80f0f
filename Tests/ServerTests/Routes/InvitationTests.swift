import Library
import Server
import ServerTesting
import Testing

/// A paired device has a code made for one more.
struct InvitationTests {
  let server: TestServer
  let token: String

  init() throws {
    server = try TestServer()
    token = try server.addDevice("Laptop")
  }

  func invite(_ fields: [String: String] = [:]) async throws -> TestResponse {
    try await server.request("POST", "/v1/pairings", fields, token: token)
  }

  func pair(_ code: JSONValue?) async throws -> TestResponse {
    let body: JSONValue = ["code": try #require(code), "name": "Phone"]
    return try await server.request("POST", "/v1/pair", body: body.canonicalText)
  }

  @Test func `the code pairs once, and its QR code is the link`() async throws {
    let response = try await invite()
    #expect(response.status == 201)
    #expect(response.fields["cache-control"] == "no-store")
    let code = try #require(response.json["code"]?.string)
    let link = try #require(response.json["link"]?.string)
    #expect(link == "http://127.0.0.1:\(server.port)/pair#\(code)")
    #expect(response.json["qr"] == QRCode(link)?.json)
    #expect(response.json["expires"] == .int(server.clock.now() + 10 * 60_000))
    let paired = try await pair(response.json["code"])
    #expect(paired.status == 200)
    #expect(paired.json["device"]?["name"] == "Phone")
    #expect(try await pair(response.json["code"]).status == 403)
    await server.stop()
  }

  @Test func `the link leads to where the browser is`() async throws {
    let host = "localhost:\(server.port)"
    let response = try await invite(["Origin": "http://\(host)", "Host": host])
    #expect(response.json["link"]?.string?.hasPrefix("http://\(host)/pair#") == true)
    await server.stop()
  }

  @Test func `or to the address that the owner has named`() async throws {
    let server = try TestServer(settings: [.publicURL: "https://books.example.org"])
    let response = try await server.request(
      "POST", "/v1/pairings", ["Origin": "http://127.0.0.1:\(server.port)"],
      token: try server.addDevice())
    #expect(response.json["link"]?.string?.hasPrefix("https://books.example.org/pair#") == true)
    await server.stop()
    await self.server.stop()
  }

  @Test func `nobody else gets a code`() async throws {
    #expect(try await server.request("POST", "/v1/pairings").status == 401)
    #expect(try await invite(["Origin": "https://evil.example"]).status == 403)
    _ = try server.perform(
      .revokeDevice(
        id: try #require(
          try server.perform(.listDevices)["devices"]?.array?.first?["id"]?.string)))
    #expect(try await invite().status == 401)
    await server.stop()
  }

  @Test func `a code made before is void when its maker is taken away`() async throws {
    let code = try #require(try await invite().json["code"])
    let devices = try server.perform(.listDevices)["devices"]?.array ?? []
    _ = try server.perform(.revokeDevice(id: try #require(devices.first?["id"]?.string)))
    #expect(try await pair(code).status == 403)
    await server.stop()
  }

  @Test func `a device that asks for ever is made to wait`() async throws {
    var statuses: [Int] = []
    for _ in 0..<11 { statuses.append(try await invite().status) }
    #expect(statuses == [Int](repeating: 201, count: 10) + [429])
    let wait = try await invite().fields["retry-after"].flatMap { Int($0) } ?? 0
    #expect(wait > 0)
    server.clock.advance(byMilliseconds: wait * 1_000)
    #expect(try await invite().status == 201)
    await server.stop()
  }
}
