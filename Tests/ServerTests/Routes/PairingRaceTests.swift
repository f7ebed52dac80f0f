import Library
import ServerTesting
import Testing

/// Whoever has a code in hand may be faster than whoever takes it away, or slower, and never both.
struct PairingRaceTests {
  private func pair(_ server: TestServer, _ code: String, as name: String) async throws -> Int {
    let body: JSONValue = ["code": .string(code), "name": .string(name)]
    return try await server.request("POST", "/v1/pair", body: body.canonicalText).status
  }

  private func devices(_ server: TestServer, _ token: String) async throws -> [JSONValue] {
    try await server.request("GET", "/v1/devices", token: token).json["devices"]?.array ?? []
  }

  @Test(arguments: 1...6)
  func `a code pairs one at most while the device that had it made is revoked`(
    round: Int
  ) async throws {
    let server = try TestServer()
    let (owner, lost) = (try server.addDevice("Owner"), try server.addDevice("Lost"))
    let session = try await server.request("GET", "/v1/session", token: lost)
    let id = try #require(session.json["device"]?["id"]?.string)
    let invitation = try await server.request("POST", "/v1/pairings", token: lost)
    let code = try #require(invitation.json["code"]?.string)

    async let first = pair(server, code, as: "First")
    async let revoked = server.request("DELETE", "/v1/devices/\(id)", token: owner)
    async let second = pair(server, code, as: "Second")
    let (pairings, revocation) = (try await [first, second], try await revoked.status)

    #expect(revocation == 200)
    let pairedCount = pairings.count { $0 == 200 }
    #expect(pairedCount <= 1, "\(pairings)")
    #expect(pairings.allSatisfy { $0 == 200 || $0 == 403 }, "\(pairings)")
    // With the device went its codes; and who is paired is in the list, where the owner sees them.
    #expect(try await pair(server, code, as: "Late") == 403)
    #expect(try await server.request("GET", "/v1/session", token: lost).status == 401)
    let names = try await devices(server, owner).filter { $0["revoked"] == nil }
      .compactMap { $0["name"]?.string }
    #expect(names.count { $0 == "First" || $0 == "Second" } == pairedCount)
    #expect(!names.contains("Late") && !names.contains("Lost"))
    await server.stop()
  }
}
