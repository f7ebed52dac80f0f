import Library
import ServerTesting
import Testing

struct HistoryTests {
  let server: TestServer
  let token: String

  init() throws {
    server = try TestServer()
    token = try server.addDevice("Laptop")
  }

  /// Makes a book, renames it twice, tags it, deletes it.
  func fill() async throws -> String {
    let client = try await TestClient(port: server.port, token: token)
    let changes: [JSONValue] = [
      ["create": true, "set": ["title": "Dune"]], ["set": ["title": "Dune 1"]],
      ["add": ["tags": ["Sand": nil]]], ["set": ["title": "Dune 2", "rating": 450]],
      ["delete": true],
    ]
    let operations = changes.enumerated().map { index, change -> JSONValue in
      let members = (change.object ?? [:]).merging(["e": "book", "id": "b1"]) { $1 }
      return [
        "op": .string("op-\(index + 1)"), "n": .int(index + 1), "base": 0, "at": 0,
        "do": [.object(members)],
      ]
    }
    _ = try await client.pushed(operations)
    client.socket.connection.disconnect()
    return client.welcome["device"]?["id"]?.string ?? ""
  }

  func history(_ query: String) async throws -> TestResponse {
    try await server.request("GET", "/v1/history?" + query, token: token)
  }

  @Test func `what happened to a book is told, newest first`() async throws {
    let device = try await fill()
    let response = try await history("kind=book&id=b1")
    #expect(response.status == 200, "\(response.text)")
    #expect(response.json["entity"] == ["e": "book", "id": "b1"])
    #expect(response.json["more"] == false)
    let entries = response.json["entries"]?.array ?? []
    try #require(entries.count == 7, "\(response.text)")
    #expect(entries.map { $0["seq"]?.int } == [5, 4, 4, 3, 2, 1, 1])
    #expect(entries.allSatisfy { $0["by"]?.string == device && $0["at"]?.int != nil })
    #expect(entries.map { $0["op"]?.string?.last } == ["5", "4", "4", "3", "2", "1", "1"])
    #expect(entries[0]["life"] == true && entries[0]["to"] == "deleted")
    let titles = entries.filter { $0["field"] == "title" }
    #expect(titles.map { $0["to"] } == ["Dune 2", "Dune 1", "Dune"])
    #expect(titles.map { $0["from"] } == ["Dune 1", "Dune", nil])
    let tag = entries[3]
    #expect(tag["field"] == "tags" && tag["element"] == "Sand")
    #expect(tag["from"] == nil && tag["to"] == .null)
    await server.stop()
  }

  @Test func `a long history comes in parts that join`() async throws {
    _ = try await fill()
    let whole = try await history("kind=book&id=b1").json["entries"]?.array ?? []
    var entries: [JSONValue] = []
    var before = ""
    var isMore = true
    while isMore {
      let part = try await history("kind=book&id=b1&limit=2" + before).json
      let page = part["entries"]?.array ?? []
      try #require(!page.isEmpty)
      entries += page
      before = "&before=\(page.last?["seq"]?.int ?? 0)"
      isMore = part["more"]?.bool ?? false
    }
    #expect(entries == whole)
    await server.stop()
  }

  @Test func `a history of long texts comes in parts that are not, and that join`() async throws {
    let client = try await TestClient(port: server.port, token: token)
    for n in 1...4 {
      let note = JSONValue.string(String(repeating: String(n), count: 100_000))
      let change: JSONValue = [
        "e": "book", "id": "b1", "create": .bool(n == 1), "set": ["title": "Dune", "note": note],
      ]
      _ = try await client.pushed([
        ["op": .string("op-\(n)"), "n": .int(n), "base": .int(n - 1), "at": 0, "do": [change]]
      ])
    }
    client.socket.connection.disconnect()
    let first = try await history("kind=book&id=b1&limit=200")
    #expect(first.text.utf8.count < 4 * 100_000 + 10_000)
    #expect(first.json["more"] == true)
    #expect(first.json["entries"]?.array?.map { $0["seq"] } == [4, 4, 3, 3])
    let rest = try await history("kind=book&id=b1&limit=200&before=3")
    #expect(rest.json["more"] == false)
    #expect(rest.json["entries"]?.array?.map { $0["seq"] } == [2, 2, 1, 1, 1])
    await server.stop()
  }

  @Test func `a record that is named by a pair has a history as all others have`() async throws {
    let client = try await TestClient(port: server.port, token: token)
    let id = "r1~\(client.welcome["device"]?["id"]?.string ?? "")"
    let change: JSONValue = ["e": "progress", "id": .string(id), "set": ["fraction": 0.5]]
    _ = try await client.pushed([["op": "op-1", "n": 1, "base": 0, "at": 0, "do": [change]]])
    client.socket.connection.disconnect()
    let response = try await history("kind=progress&id=\(id)")
    #expect(response.status == 200, "\(response.text)")
    #expect(response.json["entity"] == ["e": "progress", "id": .string(id)])
    #expect(response.json["entries"]?.array?.map { $0["to"] } == ["created", 0.5])
    await server.stop()
  }

  @Test func `what nobody made has no history`() async throws {
    let response = try await history("kind=book&id=never")
    #expect(response.status == 200)
    #expect(response.json["entries"] == [] && response.json["more"] == false)
    await server.stop()
  }

  @Test(arguments: [
    "", "kind=book", "id=b1", "kind=&id=b1", "kind=book&id=a%20b", "kind=book&id=a~b",
    "kind=progress&id=r1", "kind=book&id=b1&before=0", "kind=book&id=b1&before=x",
    "kind=book&id=b1&limit=0", "kind=book&id=b1&limit=201",
    "kind=book&id=b1&limit=9999999999999999999",
  ])
  func `a question that is none is refused in a sentence`(query: String) async throws {
    let response = try await history(query)
    #expect(response.status == 400)
    #expect(response.json["error"]?["code"] == "malformed")
    #expect(response.json["error"]?["message"]?.string?.hasSuffix(".") == true)
    await server.stop()
  }
}
