import Library
import Server
import ServerTesting
import Testing

/// An e-reader becomes a device by a pairing code, and has what an e-reader needs, and nothing else.
struct KOReaderPairingTests {
  let server: TestServer

  init() throws { server = try TestServer() }

  func devices() throws -> [JSONValue] {
    try server.perform(.listDevices)["devices"]?.array ?? []
  }

  @Test func `the server is there`() async throws {
    let response = try await server.request("GET", "/koreader/healthcheck")
    #expect(response.status == 200)
    #expect(response.json == ["state": "OK"])
    await server.stop()
  }

  @Test func `a code in place of a user's name makes a device, once`() async throws {
    var reader = try EReader(server)
    let response = try await reader.register()
    #expect(response.status == 201)
    #expect(response.json == ["username": .string(reader.user)])
    #expect(response.fields["set-cookie"] == nil)
    #expect(try devices().map { $0["name"] } == ["KOReader"])
    #expect(try devices()[0]["id"]?.string?.hasPrefix("koreader-") == true)
    let authorized = try await reader.authorize()
    #expect(authorized.status == 200)
    #expect(authorized.json == ["authorized": "OK"])
    // Whoever did not hear that it worked asks again, and is the same device.
    #expect(try await reader.register().status == 201)
    #expect(try devices().count == 1)
    // With another password it is somebody else, and the code is used up.
    reader.key = "5ebe2294ecd0e0f08eab7690d2a6ee69"
    let again = try await reader.register()
    #expect(again.status == 402)
    #expect(again.json["code"] == 2002)
    #expect(again.json["message"]?.string?.contains("used up") == true)
    #expect(try await reader.authorize().status == 401)
    #expect(try devices().count == 1)
    await server.stop()
  }

  @Test func `a code is read as a person types it, and a slash may end the address`() async throws {
    var reader = try EReader(server)
    reader.user = reader.user.lowercased().replacing("-", with: "")
    #expect(try await reader.register().status == 201)
    #expect(try await reader.authorize().status == 200)
    let fields = ["x-auth-user": reader.user.uppercased(), "x-auth-key": reader.key]
    let response = try await server.request("GET", "/koreader//users/auth", fields)
    #expect(response.status == 200)
    await server.stop()
  }

  @Test func `a code dies of age here, too`() async throws {
    let reader = try EReader(server)
    server.clock.advance(byMilliseconds: 10 * 60_000 + 1)
    #expect(try await reader.register().status == 402)
    await server.stop()
  }

  @Test func `an e-reader is known by its key alone, and nothing else is open to it`() async throws
  {
    let reader = try await EReader.paired(server)
    let token = try server.addDevice()
    let fields = ["x-auth-user": reader.user, "x-auth-key": reader.key]
    for (method, path) in AccessTests.routes {
      #expect(try await server.request(method, path, fields).status == 401)
    }
    let other = try await server.request("GET", "/koreader/users/auth", token: token)
    #expect(other.status == 401)
    #expect(other.json["code"] == 2001)
    #expect(other.json["message"]?.string?.contains("Register") == true)
    await server.stop()
  }

  @Test(arguments: [
    ["x-auth-user": "nobody"], ["x-auth-key": "cabdb1014252d39ac018f447e7d5fbc2"], [:],
    ["x-auth-user": "AAAAA-00000", "x-auth-key": "cabdb1014252d39ac018f447e7d5fbc2"],
    ["x-auth-user": "AAAAA-00000", "x-auth-key": ""],
  ])
  func `nobody is told nothing`(fields: [String: String]) async throws {
    let document = EReader.document
    for (method, path) in [
      ("GET", "users/auth"), ("PUT", "syncs/progress"), ("GET", "syncs/progress/\(document)"),
    ] {
      let response = try await server.request(method, "/koreader/\(path)", fields, body: "{}")
      #expect(response.status == 401)
      #expect(response.json["code"] == 2001)
    }
    await server.stop()
  }

  @Test func `who was taken away is told so, and writes nothing more`() async throws {
    let reader = try await EReader.paired(server)
    #expect(try await reader.put(0.25, "/body/p[1]").status == 200)
    let id = try #require(try devices()[0]["id"]?.string)
    _ = try server.perform(.revokeDevice(id: id))
    for response in [
      try await reader.authorize(), try await reader.put(0.5, "/body/p[9]"),
      try await reader.get(),
    ] {
      #expect(response.status == 401)
      #expect(response.json["code"] == 2001)
    }
    #expect(try await reader.entities("progress").map { $0["set"]?["fraction"] } == [0.25])
    await server.stop()
  }

  @Test func `who guesses codes is made to wait, with those of browsers`() async throws {
    var reader = try EReader(server)
    reader.user = "AAAAA-00000"
    var statuses: [Int] = []
    for _ in 0..<9 { statuses.append(try await reader.register().status) }
    let browser = try await server.request("POST", "/v1/pair", body: #"{"code":"AAAAA-00001"}"#)
    #expect(browser.status == 403)
    let refused = try await reader.register()
    #expect(statuses == [Int](repeating: 402, count: 9))
    // The plugin shows a sentence of 402 alone.
    #expect(refused.status == 402)
    #expect(refused.json["message"] == "Too many wrong attempts; wait a minute and try again.")
    #expect(refused.fields["retry-after"] == "6")
    #expect(try await server.request("POST", "/v1/pair", body: "{}").status == 429)
    server.clock.advance(byMilliseconds: 6_000)
    #expect(try await EReader(server).register().status == 201)
    await server.stop()
  }

  @Test func `who guesses passwords is made to wait, also with the right one`() async throws {
    let reader = try await EReader.paired(server)
    var guesser = reader
    for number in 0..<10 {
      guesser.key = "guess-\(number)"
      #expect(try await guesser.authorize().json["message"]?.string?.contains("not paired") == true)
    }
    let refused = try await reader.authorize()
    #expect(refused.status == 401)
    #expect(refused.json["message"]?.string?.contains("wait") == true)
    #expect(refused.fields["retry-after"] == "6")
    // A place is kept by the plugin, and sent again, unless the answer is 401.
    #expect(try await reader.put(0.5, "12").status == 429)
    server.clock.advance(byMilliseconds: 6_000)
    #expect(try await reader.put(0.5, "12").status == 200)
    await server.stop()
  }

  @Test(arguments: [
    ("no json", 400, 103), ("[]", 400, 104), ("{}", 403, 2003),
    (#"{"username":"AAAAA-00000"}"#, 403, 2003),
    (#"{"username":"AAAAA-00000","password":""}"#, 403, 2003),
    (#"{"username":1,"password":"x"}"#, 403, 2003),
    (#"{"username":"anna:b","password":"x"}"#, 402, 2002),
  ])
  func `what is no registration is told so`(body: String, status: Int, code: Int) async throws {
    let response = try await server.request("POST", "/koreader/users/create", body: body)
    #expect(response.status == status)
    #expect(response.json["code"] == .int(code))
    #expect(response.json["message"]?.string != nil)
    await server.stop()
  }

  @Test func `another site's page cannot register`() async throws {
    let reader = try EReader(server)
    let body: JSONValue = ["username": .string(reader.user), "password": .string(reader.key)]
    let response = try await server.request(
      "POST", "/koreader/users/create", ["Origin": "https://elsewhere.example"],
      body: body.canonicalText)
    #expect(response.status == 403)
    #expect(try await reader.authorize().status == 401)
    await server.stop()
  }
}
