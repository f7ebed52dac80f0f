import Library
import Server
import ServerTesting
import Testing

/// A file that nobody knows finds its book by the titles of now, however they came about.
@Suite struct AuthorIndexTests {
  private let server: TestServer
  private let guin: JSONValue = ["title": "The Dispossessed", "authors": "Ursula Le Guin"]

  init() throws { server = try TestServer() }

  private func book(_ id: String, _ title: String) -> JSONValue {
    [
      "e": "book", "id": .string(id), "create": true,
      "set": [
        "title": .string(title), "contributors": [["name": "Ursula K. Le Guin"]],
        "format": "paperback",
      ],
    ]
  }

  /// The book in which the place of the file called `document` is then, if that is one that was there.
  private func found(_ document: String, by reader: EReader) async throws -> JSONValue? {
    #expect(try await reader.put(0.5, "12", document: document, metadata: guin).status == 200)
    return try await reader.entities("book").first { book in
      book["add"]?["identifiers"]?.object?["koreader:\(document)"] != nil
    }?["id"]
  }

  @Test func `what is renamed, made, deleted or restored since it was read is seen`() async throws {
    let reader = try await EReader.paired(server)
    let client = try await TestClient(port: server.port, token: try server.addDevice("Laptop"))
    var number = 0
    func edit(_ changes: [JSONValue]) async throws {
      number += 1
      let operation: JSONValue = [
        "op": .string("edit-\(number)"), "n": .int(number), "base": 1_000, "at": 0,
        "do": .array(changes),
      ]
      let ack = try await client.pushed([operation])
      #expect(ack["results"]?.array?.first?["outcome"] == "applied")
    }
    try await edit([book("b1", "Planet of Exile"), book("b2", "Rocannon's World")])
    // The titles are read now, and none is of this book: it is made, and called another way after.
    let made = try #require(try await found("d0", by: reader)?.string)
    try await edit([["e": "book", "id": .string(made), "set": ["title": "City of Illusions"]]])
    try await edit([["e": "book", "id": "b1", "set": ["title": "Dispossessed, The"]]])
    try await edit([["e": "book", "id": "b1", "set": ["title": "the dispossessed"]]])
    #expect(try await found("d1", by: reader) == "b1")
    // Of two nobody knows which, and of one in Trash and another the other is meant.
    try await edit([book("b3", "Dispossessed")])
    let third = try #require(try await found("d2", by: reader)?.string)
    #expect(!["b1", "b2", "b3"].contains(third))
    try await edit([["e": "book", "id": .string(third), "delete": true]])
    try await edit([["e": "book", "id": "b1", "delete": true]])
    #expect(try await found("d3", by: reader) == "b3")
    try await edit([["e": "book", "id": "b3", "set": ["contributors": [["name": "Mara Quill"]]]]])
    try await edit([["e": "book", "id": "b1", "restore": true]])
    #expect(try await found("d4", by: reader) == "b1")
    client.socket.connection.disconnect()
    await server.stop()
  }
}
