import ServerTesting
import Testing

/// Exports that are taken as they come; what becomes of others is tried with a library of some size.
struct ExportTests {
  private let server: TestServer
  private let token: String

  init() throws {
    server = try TestServer()
    token = try server.addDevice()
  }

  private func ask(_ format: String = "json") async throws -> TestConnection {
    try await TestConnection(
      port: server.port,
      sending: TestHTTP.bytes(
        server.port, "GET", "/v1/export?format=\(format)", ["Authorization": "Bearer \(token)"]))
  }

  /// Exports that are taken are as many as one likes, on one connection or several.
  @Test func `exports that are taken hinder nobody`() async throws {
    for _ in 0..<8 {
      #expect(try await server.request("GET", "/v1/export", token: token).status == 200)
    }
    let connection = try await ask()
    for _ in 0..<8 {
      #expect(try await TestHTTP.response(on: connection).status == 200)
      try connection.write(
        TestHTTP.bytes(server.port, "GET", "/v1/export", ["Authorization": "Bearer \(token)"]))
    }
    await server.stop()
  }
}
