import Library
import Server
import ServerTesting
import Testing

/// Open Library as a second catalogue, with a server in its place: it cannot be reached from where tests
/// run.
struct OpenLibraryTests {
  static let orchard: JSONValue = [
    "key": "/works/OL1W", "title": "The Glass Orchard", "author_name": ["Mara Quill"],
    "first_publish_year": 2017,
  ]
  static let edition: JSONValue = [
    "key": "/books/OL1M", "title": "The Glass Orchard", "works": [["key": "/works/OL1W"]],
    "isbn_13": ["9789999900027"], "number_of_pages": 312,
  ]
  static let found: StandIn.Answer = .json(["numFound": 1, "docs": [orchard]])

  let standIn: StandIn
  let server: TestServer
  let token: String

  init() throws {
    standIn = try StandIn(["/search.json": Self.found])
    server = try TestServer(settings: [
      .openLibrary: "ann@example.org", .openLibraryURL: standIn.origin,
    ])
    token = try server.addDevice("Laptop")
  }

  func ask(_ words: String, page: Int = 1) async throws -> TestResponse {
    try await server.request(
      "GET", "/v1/catalog/search?q=\(words)&page=\(page)&in=openLibrary", token: token)
  }

  func stop() async {
    await server.stop()
    await standIn.stop()
  }

  @Test func `who did not turn it on asks nobody`() async throws {
    let server = try TestServer(settings: [.openLibraryURL: standIn.origin])
    let token = try server.addDevice()
    let here = try await server.request("GET", "/v1/catalog/search?q=villette", token: token)
    #expect(here.status == 200 && here.json["others"] == nil)
    let there = try await server.request(
      "GET", "/v1/catalog/search?q=orchard&in=openLibrary", token: token)
    #expect(there.status == 400)
    #expect(there.json["error"]?["message"]?.string?.contains("openLibrary") == true)
    let book = try await server.request("GET", "/v1/catalog/OL1W", token: token)
    #expect(book.status == 404 && book.json["error"]?["code"] == "noSuchBook")
    #expect(standIn.asked.isEmpty)
    await server.stop()
    await stop()
  }

  @Test func `a search here says who else can be asked, and asks nobody`() async throws {
    let here = try await server.request("GET", "/v1/catalog/search?q=villette", token: token)
    #expect(here.json["others"] == ["openLibrary"] && here.json["total"] == 1)
    let all = try await server.request("GET", "/v1/catalog", token: token)
    #expect(all.json["others"] == nil)
    #expect(standIn.asked.isEmpty)
    await stop()
  }

  @Test func `a search there is answered as one here, once for all who ask`() async throws {
    let first = try await ask("Glass%20Orchard")
    #expect(first.status == 200)
    #expect(first.json["total"] == 1 && first.json["page"] == 1 && first.json["more"] == false)
    let item = first.json["items"]?.array?.first
    #expect(item?["id"] == "OL1W" && item?["book"] == "openlibrary-OL1W")
    #expect(item?["fields"]?["title"] == "The Glass Orchard")
    #expect(standIn.userAgent?.contains("(ann@example.org)") == true)
    let again = try await server.request(
      "GET", "/v1/catalog/search?q=glass++ORCHARD&in=openLibrary",
      ["If-None-Match": first.fields["etag"] ?? ""], token: token)
    #expect(again.status == 304)
    #expect(standIn.asked.count == 1)
    await stop()
  }

  @Test func `who asks the same at the same time shares one question`() async throws {
    standIn.answer("/search.json", .silence)
    async let first = ask("orchard")
    async let second = ask("ORCHARD")
    async let other = ask("dune")
    let statuses = try await [first.status, second.status, other.status]
    // Nothing came for as long as anybody waits.
    #expect(statuses == [502, 502, 502])
    #expect(standIn.asked.count == 2)
    await stop()
  }

  @Test func `a number is looked up with its people, and its book can be asked for`() async throws {
    standIn.answer(
      "/isbn/9789999900027.json", .text(302, "", fields: ["Location": "/books/OL1M.json"]))
    standIn.answer("/books/OL1M.json", .json(Self.edition))
    let found = try await ask("999990002X")
    let item = try #require(found.json["items"]?.array?.first)
    #expect(item["id"] == "OL1M" && item["fields"]?["pages"] == 312)
    #expect(item["fields"]?["contributors"]?.array?.first?["name"] == "Mara Quill")
    #expect(item["add"]?["identifiers"]?.object?["isbn:9789999900027"] == .null)
    let book = try await server.request("GET", "/v1/catalog/OL1M", token: token)
    #expect(book.status == 200 && book.json["id"] == "OL1M")
    let none = try await server.request("GET", "/v1/catalog/OL9M", token: token)
    #expect(none.status == 404 && none.json["error"]?["code"] == "noSuchBook")
    await stop()
  }

  @Test func `a number that nobody knows is found nowhere`() async throws {
    let none = try await ask("9780000000002")
    #expect(none.status == 200 && none.json["items"] == [])
    await stop()
  }

  @Test func `what asks to wait is left alone for as long`() async throws {
    standIn.answer("/search.json", .text(429, "", fields: ["Retry-After": "3000"]))
    let start = ContinuousClock.now
    for words in ["orchard", "dune", "orchard"] {
      let answer = try await ask(words)
      #expect(answer.status == 429 && answer.json["error"]?["code"] == "rate")
      // What is left of it, however long the questions took on a busy machine.
      let wait = try #require(answer.fields["retry-after"].flatMap { Int($0) })
      #expect(wait <= 3_000 && .seconds(wait) >= .seconds(3_000) - (ContinuousClock.now - start))
    }
    #expect(standIn.asked.count == 1)
    // What is here is found all the same.
    let here = try await server.request("GET", "/v1/catalog/search?q=villette", token: token)
    #expect(here.status == 200)
    await stop()
  }

  @Test func `one question that is not answered in time keeps nobody from the next`() async throws {
    standIn.answer("/search.json", .silence)
    let late = try await ask("orchard")
    #expect(late.status == 502 && late.json["error"]?["code"] == "catalogue")
    #expect(late.json["error"]?["message"]?.string?.contains("in time") == true)
    standIn.answer("/search.json", Self.found)
    #expect(try await ask("orchard").status == 200)
    await stop()
  }

  @Test(arguments: ["9223372036854775807", "Fri, 31 Dec 9999 23:59:59 GMT"])
  func `nobody is left alone for longer than an hour, whatever it asks for`(wait: String)
    async throws
  {
    standIn.answer("/search.json", .text(429, "", fields: ["Retry-After": wait]))
    let answer = try await ask("orchard")
    #expect(answer.status == 429 && answer.fields["retry-after"] == "3600")
    await stop()
  }

  @Test(arguments: [
    StandIn.Answer.text(500, "{}"), .text(200, "<html>"), .text(200, "[[[["), .text(200, "{}"),
    .text(200, String(repeating: " ", count: 1 << 20) + " {}"),
    .text(302, "", fields: ["Location": "http://127.0.0.1:9/search.json"]),
    .text(302, "", fields: ["Location": "//127.0.0.1.example.org/search.json"]),
    .text(302, "", fields: ["Location": "file:///etc/passwd"]),
    .text(302, "", fields: ["Location": "/search.json?again"]), .text(302, ""), .text(204, ""),
  ])
  func `an answer that is none is told as one, and asked for again`(answer: StandIn.Answer)
    async throws
  {
    standIn.answer("/search.json", answer)
    let failed = try await ask("orchard")
    #expect(failed.status == 502 && failed.json["error"]?["code"] == "catalogue")
    #expect(failed.json["error"]?["message"]?.string?.hasSuffix(".") == true)
    standIn.answer("/search.json", Self.found)
    #expect(try await ask("orchard").status == 200)
    await stop()
  }

  @Test func `Open Library is not asked oftener than it wants to be`() async throws {
    let start = ContinuousClock.now
    for number in 1...6 { #expect(try await ask("orchard\(number)").status == 200) }
    // Four at once, and then one each half second.
    #expect(start.duration(to: .now) >= .milliseconds(900))
    await stop()
  }

  @Test func `strangers have nobody asked`() async throws {
    let answer = try await server.request("GET", "/v1/catalog/search?q=orchard&in=openLibrary")
    #expect(answer.status == 401)
    let guess = try await server.request(
      "GET", "/v1/catalog/OL1W", token: String(repeating: "a", count: 52))
    #expect(guess.status == 401)
    #expect(standIn.asked.isEmpty)
    await stop()
  }

  @Test func `calls are counted`() async throws {
    _ = try await ask("orchard")
    standIn.answer("/search.json", .text(500, ""))
    _ = try await ask("dune")
    let text = try await server.request("GET", "/metrics").text
    #expect(text.contains(#"dogear_catalogue_calls_total{outcome="answered"} 1"#))
    #expect(text.contains(#"dogear_catalogue_calls_total{outcome="failed"} 1"#))
    #expect(text.contains("dogear_catalogue_seconds_count 2"))
    await stop()
  }
}
