import Library
import Server
import ServerTesting
import TestSupport
import Testing

struct UsageTests {
  static let cases = (try? Vectors.cases("usage", "counters.json")) ?? []

  @Test(arguments: cases)
  func `a counter is one that the client has too`(_ vector: Vectors.Case) throws {
    let text = try #require(vector.body["when"]?.string)
    #expect(UsageCounter.isCounter(text) == vector.body["expect"]?.bool)
  }

  func withServer(_ body: (TestServer, String) async throws -> Void) async throws {
    let server = try TestServer()
    try await body(server, try server.addDevice("Laptop"))
    await server.stop()
  }

  @Test func `the latest report of a device is kept, and forgotten when it says so`() async throws {
    try await withServer { server, token in
      for count in [1, 2] {
        let body = #"{"since":5,"counts":{"route_pop":\#(count)}}"#
        let response = try await server.request("POST", "/v1/usage", token: token, body: body)
        #expect(response.status == 200)
      }
      let other = try server.addDevice("Phone")
      let shown = try await server.request("GET", "/v1/usage", token: other).json["devices"]?.array
      #expect(shown?.count == 1)
      #expect(shown?.first?["name"] == "Laptop")
      #expect(shown?.first?["since"] == 5)
      #expect(shown?.first?["at"] == .int(server.clock.now()))
      #expect(shown?.first?["counts"] == ["route_pop": 2])
      let left = try await server.request("DELETE", "/v1/usage", token: token)
      #expect(left.json["devices"] == [])
    }
  }

  @Test func `a device that is revoked leaves no report behind`() async throws {
    try await withServer { server, token in
      let body = #"{"since":5,"counts":{}}"#
      let kept = try await server.request("POST", "/v1/usage", token: token, body: body)
      let id = try #require(kept.json["devices"]?.array?.first?["id"]?.string)
      let other = try server.addDevice("Phone")
      _ = try await server.request("DELETE", "/v1/devices/\(id)", token: other)
      #expect(try await server.request("GET", "/v1/usage", token: other).json["devices"] == [])
    }
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"since":1}"#, #"{"since":-1,"counts":{}}"#, #"{"since":1,"counts":[]}"#,
    #"{"since":1,"counts":{"Dune":1}}"#, #"{"since":1,"counts":{"route_pop":-1}}"#,
    #"{"since":1,"counts":{"route_pop":1000000001}}"#, #"{"since":1,"counts":{"route_pop":"1"}}"#,
  ])
  func `what is no report is refused in a sentence, and nothing of it kept`(
    body: String
  ) async throws {
    try await withServer { server, token in
      let response = try await server.request("POST", "/v1/usage", token: token, body: body)
      #expect(response.status == 400)
      #expect(response.json["error"]?["message"]?.string?.hasSuffix(".") == true)
      #expect(try await server.request("GET", "/v1/usage", token: token).json["devices"] == [])
    }
  }

  @Test func `nobody else reads or writes the counts`() async throws {
    let server = try TestServer()
    for method in ["GET", "POST", "DELETE"] {
      let response = try await server.request(method, "/v1/usage")
      #expect(response.status == 401)
    }
    await server.stop()
  }
}
