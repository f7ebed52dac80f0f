import Library
import Server
import ServerTesting
import Testing

/// Nothing of a library is reachable without a paired device.
struct AccessTests {
  static let routes = [
    ("GET", "/v1/session"), ("GET", "/v1/devices"), ("POST", "/v1/import?name=a.csv"),
    ("POST", "/v1/import?name=a.csv&dry=1"), ("GET", "/v1/starter"), ("POST", "/v1/starter"),
    ("GET", "/v1/export"), ("PATCH", "/v1/devices/A1"), ("DELETE", "/v1/devices/A1"),
    ("GET", "/v1/history?kind=book&id=b1"), ("GET", "/v1/backups"), ("GET", "/v1/catalog"),
    ("GET", "/v1/catalog?page=0"), ("GET", "/v1/catalog/search?q=emma"),
    ("GET", "/v1/catalog/emma"),
  ]

  @Test(arguments: routes)
  func `each library route needs a device`(method: String, path: String) async throws {
    let server = try TestServer()
    let wrong = String(repeating: "x", count: 43)
    for fields in [
      [:], ["Authorization": "Bearer \(wrong)"], ["Cookie": "dogear=\(wrong)"],
      ["Authorization": "Basic eDp5"], ["Cookie": "dogear="], ["Authorization": "Bearer"],
    ] {
      let response = try await server.request(method, path, fields)
      #expect(response.status == 401)
      #expect(response.json["error"]?["code"] == "notPaired")
    }
    await server.stop()
  }

  @Test func `a stranger is told how to ask`() async throws {
    let server = try TestServer()
    let response = try await server.request("GET", "/v1/session")
    #expect(response.fields["www-authenticate"] == "Bearer")
    #expect(response.fields["date"]?.hasSuffix(" GMT") == true)
    await server.stop()
  }

  @Test func `a revoked device is nobody, and its open connection is closed`() async throws {
    let server = try TestServer()
    let token = try server.addDevice("Lost phone")
    let client = try await TestClient(port: server.port, token: token)
    let id = try #require(client.welcome["device"]?["id"]?.string)
    _ = try server.perform(.revokeDevice(id: id))
    #expect(try await client.socket.receiveClose() == 4401)
    #expect(try await server.request("GET", "/v1/session", token: token).status == 401)
    await server.stop()
  }

  @Test func `devices are listed without their secrets`() async throws {
    let server = try TestServer()
    let token = try server.addDevice("Reader")
    let response = try await server.request("GET", "/v1/devices", token: token)
    #expect(response.status == 200)
    #expect(response.json["devices"]?.array?.map { $0["name"] } == ["Reader"])
    #expect(!response.text.contains(token))
    await server.stop()
  }

  @Test func `a stranger cannot make the server keep a large body`() async throws {
    let server = try TestServer()
    let response = try await server.request(
      "POST", "/v1/import?name=a.csv", ["Expect": "100-continue"],
      body: String(repeating: "x", count: 100_000))
    #expect(response.status == 401)
    #expect(response.json["error"]?["code"] == "notPaired")
    #expect(response.fields["connection"] == "close")
    let elsewhere = try await server.request(
      "POST", "/v1/pair", ["Expect": "100-continue"],
      body: String(repeating: "x", count: 100_000))
    #expect(elsewhere.status == 413)
    await server.stop()
  }

  @Test func `a device that was taken away sends no large body either`() async throws {
    let server = try TestServer()
    let token = try server.addDevice("Lost phone")
    let client = try await TestClient(port: server.port, token: token)
    let id = try #require(client.welcome["device"]?["id"]?.string)
    let table =
      "Book Id,Title,Author,Exclusive Shelf\n"
      + String(repeating: "1,Emma,Jane Austen,read\n", count: 2_000)
    #expect(
      try await server.request(
        "POST", "/v1/import?name=a.csv&dry=1", token: token, body: table
      ).status == 200)
    _ = try server.perform(.revokeDevice(id: id))
    let refused = try await server.request(
      "POST", "/v1/import?name=a.csv&dry=1", token: token, body: table)
    #expect(refused.status == 401)
    await server.stop()
  }
}
