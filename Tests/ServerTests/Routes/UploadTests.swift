import Library
import Server
import ServerTesting
import Testing

/// Files to import that are on their way.
struct UploadTests {
  private static let path = "/v1/import?name=a.csv&dry=1"
  private static let table =
    "Book Id,Title,Author,Exclusive Shelf\n"
    + String(repeating: "1,Emma,Jane Austen,read\n", count: 2_000)

  /// Begins to send a file, and waits until the server takes it.
  private func begin(_ server: TestServer, _ token: String) async throws -> TestConnection {
    let bytes = TestHTTP.bytes(
      server.port, "POST", Self.path,
      ["Authorization": "Bearer \(token)", "Expect": "100-continue"], body: Array(Self.table.utf8))
    let head = bytes.prefix(bytes.count - Self.table.utf8.count)
    let connection = try await TestConnection(port: server.port, sending: Array(head))
    let answer = try await connection.read(through: Array("\r\n\r\n".utf8))
    try #require(answer.starts(with: "HTTP/1.1 100 ".utf8))
    return connection
  }

  @Test func `a device sends two at a time, and its own`() async throws {
    let server = try TestServer()
    let token = try server.addDevice()
    let whole = try await begin(server, token)
    let left = try await begin(server, token)
    let refused = try await server.request("POST", Self.path, token: token, body: Self.table)
    #expect(refused.status == 429)
    #expect(refused.fields["retry-after"] == "10")
    #expect(refused.json["error"]?["code"] == "rate")
    // What is short is bounded by the connections that send it.
    let short = try await server.request(
      "POST", Self.path, token: token,
      body: "Book Id,Title,Author,Exclusive Shelf\n1,Emma,Jane Austen,read\n")
    #expect(short.status == 200)
    let other = try server.addDevice()
    #expect(
      try await server.request("POST", Self.path, token: other, body: Self.table).status == 200)
    // One that is answered makes room, and one that is left does, once the server has seen that.
    try whole.write(Array(Self.table.utf8))
    #expect(try await TestHTTP.response(on: whole).status == 200)
    let next = try await begin(server, token)
    left.disconnect()
    while try await server.request("POST", Self.path, token: token, body: Self.table).status == 429
    {
      try await Task.sleep(for: .milliseconds(50))
    }
    next.disconnect()
    await server.stop()
  }
}
