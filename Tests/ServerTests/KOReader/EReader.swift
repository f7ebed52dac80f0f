import Library
import Server
import ServerTesting
import Testing

/// An e-reader as KOReader's plugin speaks for it (`KOSyncClient.lua`).
struct EReader {
  static let document = "59d481d168cca6267322f150c5f6a2a3"

  let server: TestServer
  var user: String
  /// The MD5 of “dune”, which is what a person typed.
  var key = "cabdb1014252d39ac018f447e7d5fbc2"
  var name = "Kobo_clara"

  /// An e-reader whose owner has a pairing code.
  init(_ server: TestServer, name: String = "Kobo_clara") throws {
    self.server = server
    user = try #require(try server.perform(.pair)["code"]?.string)
    self.name = name
  }

  /// One that has registered.
  static func paired(_ server: TestServer, name: String = "Kobo_clara") async throws -> EReader {
    let reader = try EReader(server, name: name)
    #expect(try await reader.register().status == 201)
    return reader
  }

  func register() async throws -> TestResponse {
    let body: JSONValue = ["username": .string(user), "password": .string(key)]
    return try await ask("POST", "/koreader/users/create", body: body.canonicalText, keyed: false)
  }

  func authorize() async throws -> TestResponse {
    try await ask("GET", "/koreader/users/auth")
  }

  func put(
    _ fraction: Double, _ progress: String, document: String = document,
    metadata: JSONValue? = nil
  ) async throws -> TestResponse {
    var body: JSONObject = [
      "document": .string(document), "progress": .string(progress),
      "percentage": .double(fraction), "device": .string(name), "device_id": "1A2B3C4D",
    ]
    body["metadata"] = metadata
    return try await put(JSONValue.object(body).canonicalText)
  }

  func put(_ body: String) async throws -> TestResponse {
    try await ask("PUT", "/koreader/syncs/progress", body: body)
  }

  func get(_ document: String = document) async throws -> TestResponse {
    try await ask("GET", "/koreader/syncs/progress/\(document)")
  }

  private func ask(
    _ method: String, _ path: String, body: String = "", keyed: Bool = true
  ) async throws -> TestResponse {
    var fields = ["Accept": "application/vnd.koreader.v1+json"]
    if keyed { fields.merge(["x-auth-user": user, "x-auth-key": key]) { $1 } }
    return try await server.request(method, path, fields, body: body)
  }

  /// What the library has of a kind, as its export says it.
  func entities(_ kind: String) async throws -> [JSONValue] {
    let token = try server.addDevice("Looker")
    let export = try await server.request("GET", "/v1/export", token: token)
    return (export.json["entities"]?.array ?? []).filter { $0["e"]?.string == kind }
  }
}
