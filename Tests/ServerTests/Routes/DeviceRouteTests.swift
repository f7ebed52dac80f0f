import Library
import Server
import ServerTesting
import Testing

struct DeviceRouteTests {
  let server: TestServer
  let token: String

  init() throws {
    server = try TestServer()
    token = try server.addDevice("Laptop")
  }

  func id(of name: String) throws -> String {
    let devices = try server.perform(.listDevices)["devices"]?.array ?? []
    return try #require(devices.first { $0["name"]?.string == name }?["id"]?.string)
  }

  @Test func `a device is renamed`() async throws {
    let path = "/v1/devices/\(try id(of: "Laptop"))"
    let response = try await server.request(
      "PATCH", path, token: token, body: #"{"name":" Kitchen laptop "}"#)
    #expect(response.status == 200, "\(response.text)")
    #expect(response.json["device"]?["name"] == "Kitchen laptop")
    let session = try await server.request("GET", "/v1/session", token: token)
    #expect(session.json["device"]?["name"] == "Kitchen laptop")
    await server.stop()
  }

  @Test func `a device is taken away, and its connection with it`() async throws {
    let other = try server.addDevice("Lost phone")
    let client = try await TestClient(port: server.port, token: other)
    let path = "/v1/devices/\(try id(of: "Lost phone"))"
    let response = try await server.request("DELETE", path, token: token)
    #expect(response.status == 200)
    #expect(response.json["device"]?["revoked"]?.int != nil)
    #expect(try await client.socket.receiveClose() == 4401)
    #expect(try await server.request("DELETE", path, token: token).status == 404)
    await server.stop()
  }

  @Test(arguments: [
    "", "{}", #"{"name":1}"#, #"{"name":""}"#, #"{"name":"two\nlines"}"#,
    #"{"name":"two\u2028lines"}"#, #"{"name":"\u3000\u200B"}"#, #"{"name":"turned \u202E round"}"#,
  ])
  func `what is no name is refused in a sentence`(body: String) async throws {
    let path = "/v1/devices/\(try id(of: "Laptop"))"
    let response = try await server.request("PATCH", path, token: token, body: body)
    #expect(response.status == 400)
    #expect(response.json["error"]?["code"] == "malformed")
    #expect(try id(of: "Laptop").isEmpty == false)
    await server.stop()
  }

  @Test func `a page of another server may neither rename nor revoke`() async throws {
    let path = "/v1/devices/\(try id(of: "Laptop"))"
    for method in ["PATCH", "DELETE"] {
      let response = try await server.request(
        method, path, ["Origin": "https://elsewhere.example"], token: token, body: "{}")
      #expect(response.status == 403)
    }
    #expect(try await server.request("GET", "/v1/session", token: token).status == 200)
    await server.stop()
  }
}
