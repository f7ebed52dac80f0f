import Library
import ServerTesting
import Testing

/// Two devices and a server, message by message.
struct SyncTests {
  @Test func `an edit of one device reaches the other as it happens`() async throws {
    let server = try TestServer()
    let one = try await TestClient(port: server.port, token: try server.addDevice("One"))
    let other = try await TestClient(port: server.port, token: try server.addDevice("Other"))
    _ = try await one.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    let changes = try await other.socket.receive("changes")
    #expect(changes["from"] == 0)
    #expect(changes["to"] == 1)
    let row = try #require(changes["rows"]?.array?.first)
    #expect(row["id"] == "b1")
    #expect(row["set"]?["title"] == "Dune")
    #expect(row["by"] == one.welcome["device"]?["id"])
    await server.stop()
  }

  @Test func `who does not want live changes gets none, and can pull`() async throws {
    let server = try TestServer()
    let writer = try await TestClient(port: server.port, token: try server.addDevice("One"))
    let quiet = try await TestClient(
      port: server.port, token: try server.addDevice("Other"), isLive: false)
    _ = try await writer.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    try quiet.socket.send(["t": "pull", "since": 0, "limit": 10])
    guard case .text(let text) = try await quiet.socket.receive() else {
      Issue.record("The first message is no text.")
      return
    }
    #expect(try JSONValue(parsing: text)["t"] == "page")
    await server.stop()
  }

  @Test func `an op sent twice counts once`() async throws {
    let server = try TestServer()
    let token = try server.addDevice()
    let first = try await TestClient(port: server.port, token: token)
    let book = TestClient.book("b1", title: "Dune", n: 1)
    _ = try await first.pushed([book])
    first.socket.connection.disconnect()
    let second = try await TestClient(port: server.port, token: token)
    #expect(second.welcome["device"]?["n"] == 1)
    let ack = try await second.pushed([book])
    #expect(ack["results"]?.array?.first?["outcome"] == "duplicate")
    #expect(try await second.pull().count == 1)
    await server.stop()
  }

  @Test func `what was acked is there after a restart`() async throws {
    let server = try TestServer()
    let token = try server.addDevice()
    let client = try await TestClient(port: server.port, token: token)
    _ = try await client.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    await server.stop()
    #expect(try await client.socket.receiveClose() == 1012)
    let again = try TestServer(data: server.data)
    let client2 = try await TestClient(port: again.port, token: token)
    #expect(client2.welcome["library"]?["head"] == 1)
    #expect(client2.welcome["library"]?["epoch"] == client.welcome["library"]?["epoch"])
    #expect(try await client2.pull().map { $0["id"] } == ["b1"])
    await again.stop()
  }

  @Test func `concurrent edits of one field leave both values`() async throws {
    let server = try TestServer()
    let one = try await TestClient(port: server.port, token: try server.addDevice("One"))
    let other = try await TestClient(port: server.port, token: try server.addDevice("Other"))
    _ = try await one.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    func retitle(_ title: String, n: Int, op: String) -> JSONValue {
      [
        "op": .string(op), "n": .int(n), "base": 1, "at": 0,
        "do": [["e": "book", "id": "b1", "set": ["title": .string(title)]]],
      ]
    }
    _ = try await one.pushed(batch: 2, [retitle("Dune I", n: 2, op: "x")])
    let ack = try await other.pushed([retitle("Dune II", n: 1, op: "y")])
    #expect(ack["results"]?.array?.first?["outcome"] == "conflict")
    let rows = try await other.pull()
    let title = try #require(rows.first { $0["id"] == "b1" }?["set"]?["title"]?.string)
    let conflict = try #require(rows.first { $0["e"] == "conflict" }?["set"])
    #expect(conflict["kept"]?["value"]?.string == title)
    #expect(Set([title, conflict["lost"]?["value"]?.string]) == ["Dune I", "Dune II"])
    await server.stop()
  }

  @Test func `a server that stops says so and loses nothing it took`() async throws {
    let server = try TestServer()
    let client = try await TestClient(port: server.port, token: try server.addDevice())
    for number in 1...50 {
      try client.push(batch: number, [TestClient.book("b\(number)", title: "T", n: number)])
    }
    await server.stop()
    var acked = 0
    do {
      while true { acked = max(acked, try await client.socket.receive("ack")["through"]?.int ?? 0) }
    } catch let closed as TestSocket.Closed {
      #expect(closed.code == 1012)
    }
    let again = try TestServer(data: server.data)
    let client2 = try await TestClient(port: again.port, token: try again.addDevice("Reader"))
    #expect(client2.welcome["library"]?["head"]?.int ?? 0 >= acked)
    await again.stop()
  }
}
