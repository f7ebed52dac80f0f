import Library
import Server
import ServerTesting
import Testing

struct ImportTests {
  let server: TestServer
  let token: String

  init() throws {
    server = try TestServer()
    token = try server.addDevice("Browser")
  }

  static let goodreads = #"""
    Book Id,Title,Author,ISBN13,My Rating,Date Added,Bookshelves,Exclusive Shelf,My Review
    18423,The Left Hand of Darkness,Ursula K. Le Guin,"=""9780441478125""",5,2022/11/02,,read,Cold.
    234225,"Dune (Dune, #1)",Frank Herbert,"=""9780441013593""",0,2022/11/03,,to-read,
    """#

  @Test func `a rehearsal tells what the import then does, and a second import nothing`()
    async throws
  {
    let path = "/v1/import?name=goodreads.csv"
    let dry = try await server.request("POST", path + "&dry=1", token: token, body: Self.goodreads)
    #expect(dry.status == 200, "\(dry.text)")
    #expect(dry.json["dry"] == true)
    #expect(dry.json["source"] == "goodreads")
    #expect(dry.json["counts"]?["added"] == 2)
    let reader = try await TestClient(port: server.port, token: try server.addDevice("Reader"))
    #expect(reader.welcome["library"]?["head"] == 0)

    let first = try await server.request("POST", path, token: token, body: Self.goodreads)
    #expect(first.json["counts"] == dry.json["counts"])
    #expect(first.json["refused"] == nil)
    // Who is connected sees the books as they come.
    let changes = try await reader.socket.receive("changes")
    let titles = changes["rows"]?.array?.compactMap { $0["set"]?["title"]?.string } ?? []
    #expect(Set(titles).isSuperset(of: ["The Left Hand of Darkness", "Dune"]))

    let second = try await server.request("POST", path, token: token, body: Self.goodreads)
    #expect(second.json["counts"]?["unchanged"] == 2)
    #expect(second.json["counts"]?["added"] == 0)
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `nobody who pairs or asks whether the server is ready waits for an import`() async throws {
    server.clock.hold(queue: "dogear.desk.long")
    async let report = server.request(
      "POST", "/v1/import?name=goodreads.csv&dry=1", token: token, body: Self.goodreads)
    await server.clock.isHolding()
    let statuses = await meanwhile()
    server.clock.release()
    #expect(statuses == [200, 200, 201, 403])
    #expect(try await report.status == 200)
    await server.stop()
  }

  /// What others are answered.
  private func meanwhile() async -> [Int?] {
    [
      try? await server.request("GET", "/readyz").status,
      try? await server.request("GET", "/v1/session", token: token).status,
      try? await server.request("POST", "/v1/pairings", token: token).status,
      try? await server.request("POST", "/v1/pair", body: #"{"code":"AAAAA-00000"}"#).status,
    ]
  }

  /// Who is taken away while the file is looked at brings nothing of it.
  @Test(.timeLimit(.minutes(1)))
  func `an import ends with the access of the device that asked for it`() async throws {
    let lost = try server.addDevice("Lost phone")
    let client = try await TestClient(port: server.port, token: lost)
    let id = try #require(client.welcome["device"]?["id"]?.string)
    server.clock.hold(queue: "dogear.desk.long")
    async let report = server.request(
      "POST", "/v1/import?name=goodreads.csv", token: lost, body: Self.goodreads)
    await server.clock.isHolding()
    let revocation = Result { try server.perform(.revokeDevice(id: id)) }
    server.clock.release()
    _ = try revocation.get()
    let refused = try await report.json["refused"]?.array
    #expect(refused?.first?.string?.hasPrefix("The device was taken away") == true)
    let reader = try await TestClient(port: server.port, token: token)
    #expect(reader.welcome["library"]?["head"] == 0)
    await server.stop()
  }

  /// Nobody is left without an answer, or with one that says more than is so.
  @Test(.timeLimit(.minutes(1)))
  func `an import ends when the server stops, and says how far it came`() async throws {
    let reader = try await TestClient(port: server.port, token: try server.addDevice("Reader"))
    server.clock.hold(queue: "dogear.desk.long")
    async let report = server.request(
      "POST", "/v1/import?name=goodreads.csv", token: token, body: Self.goodreads)
    await server.clock.isHolding()
    async let stopped: Void = server.stop()
    #expect(try await reader.socket.receiveClose() == 1012)
    server.clock.release()
    let response = try await report
    #expect(response.status == 503)
    #expect(response.fields["retry-after"] != nil)
    #expect(response.json["error"]?["code"] == "stopping")
    #expect(response.json["error"]?["message"]?.string?.contains("; nothing of it is") == true)
    await stopped
  }

  /// That a field holds one value in the library and elements in the file is found only where they meet.
  @Test func `what the library refuses takes nothing else with it, and is told of its own row`()
    async throws
  {
    let path = "/v1/import?name=dogear.json"
    let head = #"{"format":"dogear","version":1,"entities":["# + "\n"
    let known = head + #"{"e":"hologram","id":"h1","set":{"depth":3}}"# + "\n]}\n"
    _ = try await server.request("POST", path, token: token, body: known)
    let lines = #"""
      {"e":"alias","id":"two","set":{"from":"two","to":"one"}},
      {"e":"book","id":"one","set":{"title":"Reed"}},
      {"e":"hologram","id":"h1","add":{"depth":{"far":null}}},
      {"e":"book","id":"two","set":{"title":"Reed"}}
      ]}
      """#
    for outcome in ["added", "unchanged"] {
      let response = try await server.request("POST", path, token: token, body: head + lines)
      let rows = try #require(response.json["rows"]?.array)
      #expect(rows.map { $0["outcome"]?.string } == [outcome, outcome, "failed", outcome])
      let sentence = rows.first { $0["outcome"] == "failed" }?["message"]?.string
      #expect(sentence?.hasPrefix("“depth” holds one value here") == true)
      #expect(response.json["counts"]?["failed"] == 1)
      #expect(response.json["counts"]?[outcome] == 3)
      #expect(response.json["refused"] == nil)
    }
    let reader = try await TestClient(port: server.port, token: token)
    let books = try await reader.pull().filter { $0["e"] == "book" }
    #expect(books.map { [$0["id"], $0["alias"]] } == [["one", nil], ["two", "one"]])
    await server.stop()
  }

  @Test(arguments: ["", "a,b\n1,2\n", "{}", "\u{0}\u{1}"])
  func `a file that is no export is told so`(body: String) async throws {
    let response = try await server.request("POST", "/v1/import?name=x", token: token, body: body)
    #expect(response.status == 400)
    #expect(response.json["error"]?["code"] == "notImportable")
    #expect(response.json["error"]?["message"]?.string?.isEmpty == false)
    await server.stop()
  }

  @Test func `the starter library is offered, added, and not added twice`() async throws {
    let offer = try await server.request("GET", "/v1/starter", token: token)
    let count = try #require(offer.json["count"]?.int)
    #expect(count >= 200)
    #expect(offer.json["sample"]?.array?.count == 8)
    #expect(offer.json["sample"]?.array?.allSatisfy { $0["title"]?.string != nil } == true)
    let first = try await server.request("POST", "/v1/starter", token: token)
    #expect(first.json["counts"]?["added"] == .int(count))
    #expect(first.json["refused"] == nil)
    let second = try await server.request("POST", "/v1/starter", token: token)
    #expect(second.json["counts"]?["added"] == 0)
    #expect(second.json["counts"]?["unchanged"] == .int(count))
    let client = try await TestClient(port: server.port, token: token)
    #expect(try await client.pull().count { $0["e"] == "book" } == count)
    await server.stop()
  }

  @Test func `an export brings the whole library to another server`() async throws {
    _ = try await server.request("POST", "/v1/starter", token: token)
    let export = try await server.request("GET", "/v1/export", token: token)
    #expect(export.status == 200)
    #expect(export.fields["content-disposition"]?.contains("attachment") == true)
    let table = try await server.request("GET", "/v1/export?format=csv", token: token)
    #expect(table.fields["content-type"] == "text/csv; charset=utf-8")
    #expect(table.text.hasPrefix("Book Id,Title,Author"))
    #expect(try await server.request("GET", "/v1/export?format=pdf", token: token).status == 400)
    let other = try TestServer()
    let otherToken = try other.addDevice()
    let report = try await other.request(
      "POST", "/v1/import?name=dogear.json", token: otherToken, body: export.text)
    #expect(report.json["counts"]?["failed"] == 0)
    #expect(try await other.request("GET", "/v1/export", token: otherToken).text == export.text)
    await server.stop()
    await other.stop()
  }

  @Test func `two books that are one are one in the library that an export is brought to`()
    async throws
  {
    for id in ["first", "second"] {
      let client = try await TestClient(port: server.port, token: try server.addDevice(id))
      let ack = try await client.pushed([
        [
          "op": .string("made-\(id)"), "n": 1, "base": 0, "at": 0,
          "do": [
            [
              "e": "book", "id": .string(id), "create": true, "set": ["title": "Dune"],
              "add": ["identifiers": ["isbn:9780306406157": nil]],
            ],
            ["e": "reading", "id": .string("of-\(id)"), "set": ["book": .string(id)]],
          ],
        ]
      ])
      let outcome = id == "first" ? "applied" : "aliased"
      #expect(ack["results"]?.array?.first?["outcome"] == .string(outcome))
    }
    let export = try await server.request("GET", "/v1/export", token: token)
    let other = try TestServer()
    let otherToken = try other.addDevice()
    for counts in [5, 0] {
      let report = try await other.request(
        "POST", "/v1/import?name=dogear.json", token: otherToken, body: export.text)
      #expect(report.json["counts"]?["added"] == .int(counts))
      #expect(report.json["refused"] == nil)
      let reader = try await TestClient(port: other.port, token: otherToken)
      let books = try await reader.pull().filter { $0["e"] == "book" }
      #expect(books.map { [$0["id"], $0["alias"]] } == [["first", nil], ["second", "first"]])
    }
    #expect(try await other.request("GET", "/v1/export", token: otherToken).text == export.text)
    #expect(try other.perform(.check)["findings"] == [])
    await server.stop()
    await other.stop()
  }
}
