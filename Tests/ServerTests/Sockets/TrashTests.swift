import Library
import ServerTesting
import Store
import Testing

/// What the server does by itself when time has passed.
struct TrashTests {
  @Test func `Trash is emptied after ninety days, and everybody hears of it`() async throws {
    var server = try TestServer()
    let token = try server.addDevice()
    var client = try await TestClient(port: server.port, token: token)
    let deletion: JSONValue = [
      "op": "gone", "n": 2, "base": 1, "at": 0,
      "do": [["e": "book", "id": "b1", "delete": true]],
    ]
    _ = try await client.pushed([TestClient.book("b1", title: "Dune", n: 1), deletion])
    await server.stop()
    // As a server leaves it that ran all the while.
    let clock = server.clock
    clock.advance(byMilliseconds: 89 * 24 * 3_600_000)
    let store = try SQLiteStore(path: server.data.path + "/data/library.sqlite")
    try store.note(CredibleTime(time: clock.now(), clock: clock.now()))
    try store.close()
    server = try TestServer(data: server.data, clock: clock)
    client = try await TestClient(port: server.port, token: token)
    clock.advance(byMilliseconds: 24 * 3_600_000 + 1)
    while true {
      let rows = try await client.socket.receive("changes")["rows"]?.array ?? []
      guard rows.contains(where: { $0["purged"] == true }) else { continue }
      #expect(rows.map { $0["by"] } == ["server"])
      break
    }
    let fresh = try await TestClient(port: server.port, token: token)
    #expect(try await fresh.pull().isEmpty)
    await server.stop()
  }
}
