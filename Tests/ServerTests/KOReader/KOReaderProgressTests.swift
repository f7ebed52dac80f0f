import Foundation
import Library
import Server
import ServerTesting
import Testing

/// What an e-reader says of its place is kept as progress of a book, and given back as it came.
struct KOReaderProgressTests {
  let server: TestServer

  init() throws { server = try TestServer() }

  func fields(_ kind: String, _ reader: EReader) async throws -> [JSONObject] {
    try await reader.entities(kind).compactMap { $0["set"]?.object }
  }

  /// Has a person do something on another device, which has seen everything, or only what is up to `base`.
  func edit(
    _ changes: [JSONValue], base: Int? = nil, outcome: JSONValue = "applied"
  ) async throws {
    let client = try await TestClient(port: server.port, token: try server.addDevice("Laptop"))
    let head = base.map(JSONValue.int) ?? client.welcome["library"]?["head"] ?? 0
    let operation: JSONValue = [
      "op": .string("op-\(Int.random(in: 0..<1_000_000_000))"), "n": 1, "base": head, "at": 0,
      "do": .array(changes),
    ]
    let ack = try await client.pushed([operation])
    #expect(ack["results"]?.array?.first?["outcome"] == outcome)
    client.socket.connection.disconnect()
  }

  @Test func `what was put is given back as it came, with the time`() async throws {
    let reader = try await EReader.paired(server)
    #expect(try await reader.get().json == [:])
    let place = "/body/DocFragment[11]/body/div/p[7]/text().123"
    let put = try await reader.put(0.4213, place)
    #expect(put.status == 200, "\(put.text)")
    let seconds = server.clock.now() / 1_000
    #expect(put.json == ["document": .string(EReader.document), "timestamp": .int(seconds)])
    let got = try await reader.get()
    #expect(got.status == 200)
    #expect(
      got.json == [
        "document": .string(EReader.document), "progress": .string(place), "percentage": 0.4213,
        "device": "Kobo_clara", "device_id": "1A2B3C4D", "timestamp": .int(seconds),
      ])
    await server.stop()
  }

  @Test func `another e-reader is told where the one that moved last is, and both are kept`()
    async throws
  {
    let kobo = try await EReader.paired(server)
    let kindle = try await EReader.paired(server, name: "KindlePaperWhite")
    #expect(try await kobo.put(0.62, "/body/p[62]").status == 200)
    server.clock.advance(byMilliseconds: 60_000)
    #expect(try await kindle.get().json["progress"] == "/body/p[62]")
    // One that lags behind says where it is, and takes nothing from the other.
    #expect(try await kindle.put(0.4, "/body/p[40]").status == 200)
    #expect(try await kobo.get().json["device"] == "KindlePaperWhite")
    #expect(try await kobo.get().json["percentage"] == 0.4)
    let fractions = try await fields("progress", kobo).compactMap { $0["fraction"]?.number }
    #expect(fractions.sorted() == [0.4, 0.62])
    #expect(try await fields("reading", kobo).count == 1)
    let devices = try server.perform(.listDevices)["devices"]?.array ?? []
    let names = Set(devices.compactMap { $0["name"]?.string })
    #expect(names.isSuperset(of: ["KOReader on Kobo_clara", "KOReader on KindlePaperWhite"]))
    await server.stop()
  }

  @Test func `who moved last is known though the clock was ahead before`() async throws {
    let kobo = try await EReader.paired(server)
    let kindle = try await EReader.paired(server, name: "KindlePaperWhite")
    let boox = try await EReader.paired(server, name: "Boox")
    server.clock.advance(byMilliseconds: 86_400_000)
    #expect(try await kobo.put(0.62, "/body/p[62]").status == 200)
    server.clock.advance(byMilliseconds: -86_400_000)
    #expect(try await kindle.put(0.7, "/body/p[70]").status == 200)
    #expect(try await boox.get().json["progress"] == "/body/p[70]")
    await server.stop()
  }

  @Test func `a file that nobody knows becomes a book that is being read`() async throws {
    let reader = try await EReader.paired(server)
    #expect(try await reader.put(0.25, "12").status == 200)
    let book = try #require(try await reader.entities("book").first)
    #expect(book["set"]?["title"] == "A book on Kobo_clara")
    #expect(book["set"]?["status"] == "reading")
    #expect(book["set"]?["format"] == "ebook")
    #expect(book["add"]?["identifiers"]?.object?.keys.first == "koreader:\(EReader.document)")
    let reading = try #require(try await reader.entities("reading").first)
    #expect(reading["set"]?["book"] == book["id"])
    #expect(reading["set"]?["span"] == ["outcome": "reading"])
    let progress = try await fields("progress", reader)[0]
    #expect(progress["unit"] == "percent")
    #expect(progress["value"]?.number == 25)
    #expect(progress["total"] == 100)
    #expect(progress["at"] == .int(server.clock.now()))
    await server.stop()
  }

  @Test func `each day on which an e-reader moved is kept, and no other`() async throws {
    let reader = try await EReader.paired(server)
    func days() async throws -> Set<String> {
      let record = try #require(try await reader.entities("progress").first)
      return Set(try #require(record["add"]?["days"]?.object).keys)
    }
    let first = LocalDay.name(of: server.clock.now())
    #expect(try await reader.put(0.25, "12").status == 200)
    #expect(try await reader.put(0.26, "13").status == 200)
    #expect(try await days() == [first])
    // Opened, and closed where it was.
    server.clock.advance(byMilliseconds: 2 * 86_400_000)
    #expect(try await reader.put(0.26, "13").status == 200)
    #expect(try await days() == [first])
    server.clock.advance(byMilliseconds: 86_400_000)
    #expect(try await reader.put(0.3, "15").status == 200)
    #expect(try await days() == [first, LocalDay.name(of: server.clock.now())])
    await server.stop()
  }

  /// Around the ends of days and years, of the machine's time zone.
  @Test(arguments: [0, 951_782_400_000, 1_798_761_599_999, 1_798_761_600_000, 253_370_764_800_000])
  func `a day is that of the machine's calendar`(milliseconds: Int) {
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
    let numbers = [parts.year, parts.month, parts.day].compactMap(\.self)
    let name = LocalDay.name(of: milliseconds)
    #expect(name.split(separator: "-").compactMap { Int($0) } == numbers)
    #expect(name.count == 10)
  }

  @Test func `a file that says its title gives it to its book`() async throws {
    let reader = try await EReader.paired(server)
    let metadata: JSONValue = [
      "title": "Good\nOmens", "authors": "Terry Pratchett\nNeil Gaiman", "filename": "go.epub",
    ]
    #expect(try await reader.put(0.25, "12", metadata: metadata).status == 200)
    #expect(
      try await reader.put(0.1, "1", document: "b", metadata: ["filename": "Emma.v2.epub"]).status
        == 200)
    let books = try await fields("book", reader)
    let titles = books.compactMap { $0["title"]?.string }.sorted()
    #expect(titles == ["Emma.v2", "Good Omens"])
    let names = books.flatMap { $0["contributors"]?.array ?? [] }.map { $0["name"] }
    #expect(names == ["Terry Pratchett", "Neil Gaiman"])
    await server.stop()
  }

  @Test func `a file that says its title finds the book that is there, and joins no two`()
    async throws
  {
    try await edit([
      [
        "e": "book", "id": "b1", "create": true,
        "set": [
          "title": "The Left Hand of Darkness", "contributors": [["name": "Ursula K. Le Guin"]],
        ],
      ],
      [
        "e": "book", "id": "b2", "create": true,
        "set": ["title": "Emma", "contributors": [["name": "Jane Austen"]]],
      ],
      [
        "e": "book", "id": "b3", "create": true,
        "set": ["title": "Emma", "contributors": [["name": "Jane Austen"]]],
      ],
    ])
    let reader = try await EReader.paired(server)
    let guin: JSONValue = ["title": "Left Hand of Darkness", "authors": "Ursula Le Guin"]
    #expect(try await reader.put(0.25, "12", metadata: guin).status == 200)
    let readings = try await fields("reading", reader)
    #expect(readings.map { $0["book"] } == ["b1"])
    let book = try #require(try await reader.entities("book").first { $0["id"] == "b1" })
    #expect(book["set"]?["status"] == "reading")
    #expect(book["add"]?["identifiers"]?["koreader:\(EReader.document)"] == .null)
    // Later it needs to say nothing.
    #expect(try await reader.put(0.3, "14").status == 200)
    #expect(try await reader.entities("book").count == 3)
    // Of two books nobody knows which it is.
    let austen: JSONValue = ["title": "Emma", "authors": "Jane Austen"]
    #expect(try await reader.put(0.5, "9", document: "e", metadata: austen).status == 200)
    #expect(try await reader.entities("book").count == 4)
    await server.stop()
  }

  @Test func `who has not moved changes nothing`() async throws {
    let reader = try await EReader.paired(server)
    let first = try await reader.put(0.25, "12").json
    let book = try #require(try await reader.entities("book").first?["id"])
    try await edit([["e": "book", "id": book, "set": ["status": "paused"]]])
    server.clock.advance(byMilliseconds: 60_000)
    #expect(try await reader.put(0.25, "12").json == first)
    #expect(try await fields("book", reader)[0]["status"] == "paused")
    #expect(try await reader.put(0.3, "14").status == 200)
    #expect(try await fields("book", reader)[0]["status"] == "reading")
    await server.stop()
  }

  @Test func `the last page ends no reading, and what comes after its end belongs to it`()
    async throws
  {
    let reader = try await EReader.paired(server)
    #expect(try await reader.put(0.97, "97").status == 200)
    #expect(try await reader.put(1, "100").status == 200)
    #expect(try await fields("book", reader)[0]["status"] == "reading")
    let book = try #require(try await reader.entities("book").first?["id"])
    let reading = try #require(try await reader.entities("reading").first?["id"])
    try await edit([
      ["e": "book", "id": book, "set": ["status": "read"]],
      [
        "e": "reading", "id": reading,
        "set": ["span": ["finished": "2026-11-27", "outcome": "read"]],
      ],
    ])
    // It leafs back to look something up.
    #expect(try await reader.put(0.3, "30").status == 200)
    #expect(try await reader.get().json["progress"] == "30")
    #expect(try await fields("book", reader)[0]["status"] == "read")
    #expect(try await fields("reading", reader).count == 1)
    // At the beginning it reads anew.
    #expect(try await reader.put(0.02, "2").status == 200)
    #expect(try await fields("book", reader)[0]["status"] == "reading")
    #expect(try await fields("reading", reader).count == 2)
    await server.stop()
  }

  @Test(arguments: ["read", "abandoned"])
  func `what its reader says of the book alone holds until the file is at its beginning`(
    status: JSONValue
  ) async throws {
    let reader = try await EReader.paired(server)
    #expect(try await reader.put(0.41, "41").status == 200)
    let book = try #require(try await reader.entities("book").first?["id"])
    try await edit([["e": "book", "id": book, "set": ["status": status]]])
    #expect(try await reader.put(0.97, "97").status == 200)
    #expect(try await fields("book", reader)[0]["status"] == status)
    #expect(try await reader.get().json["progress"] == "97")
    #expect(try await reader.put(0.02, "2").status == 200)
    #expect(try await fields("book", reader)[0]["status"] == "reading")
    #expect(try await fields("reading", reader).count == 1)
    await server.stop()
  }

  @Test func `a book that was read before the e-reader told of it stays read`() async throws {
    let emma: JSONObject = [
      "title": "Emma", "status": "read", "contributors": [["name": "Jane Austen"]],
    ]
    let span: JSONValue = ["finished": "2026-11-27", "outcome": "read"]
    try await edit([
      ["e": "book", "id": "b1", "create": true, "set": .object(emma)],
      ["e": "reading", "id": "r1", "create": true, "set": ["book": "b1", "span": span]],
      [
        "e": "book", "id": "b2", "create": true,
        "set": ["title": "Dune", "status": "read", "contributors": [["name": "Frank Herbert"]]],
      ],
    ])
    let reader = try await EReader.paired(server)
    let austen: JSONValue = ["title": "Emma", "authors": "Austen, Jane"]
    #expect(try await reader.put(0.99, "99", metadata: austen).status == 200)
    let herbert: JSONValue = ["title": "Dune", "authors": "Frank Herbert"]
    #expect(try await reader.put(1, "100", document: "dune", metadata: herbert).status == 200)
    #expect(try await fields("book", reader).map { $0["status"] } == ["read", "read"])
    let readings = try await fields("reading", reader)
    let spans = ["b1", "b2"].map { book in readings.filter { $0["book"] == book }.map { $0["span"] }
    }
    #expect(spans == [[span], [["outcome": "read"]]])
    await server.stop()
  }

  @Test func `who puts a place again that another has put over is the last again`() async throws {
    let kobo = try await EReader.paired(server)
    let kindle = try await EReader.paired(server, name: "Kindle")
    #expect(try await kobo.put(0.4, "40").status == 200)
    #expect(try await kindle.put(0.6, "60").status == 200)
    #expect(try await kobo.put(0.4, "40").status == 200)
    #expect(try await kindle.get().json["progress"] == "40")
    await server.stop()
  }

  @Test func `a file that says its title later gives it to the book that had none`() async throws {
    let reader = try await EReader.paired(server)
    #expect(try await reader.put(0.25, "12").status == 200)
    let emma: JSONValue = ["title": "Emma", "authors": "Jane Austen"]
    #expect(try await reader.put(0.3, "14", metadata: emma).status == 200)
    let book = try await fields("book", reader)
    #expect(book.map { $0["title"] } == ["Emma"])
    #expect(book[0]["contributors"] == [["name": "Jane Austen", "role": "author"]])
    // What somebody has called it since is not the file's to say.
    let id = try #require(try await reader.entities("book").first?["id"])
    try await edit([["e": "book", "id": id, "set": ["title": "My Emma"]]])
    #expect(try await reader.put(0.4, "16", metadata: emma).status == 200)
    #expect(try await fields("book", reader)[0]["title"] == "My Emma")
    await server.stop()
  }

  @Test func `a file whose book is in Trash is that of the living one of its title`() async throws {
    let reader = try await EReader.paired(server)
    #expect(try await reader.put(0.25, "12").status == 200)
    let nameless = try #require(try await reader.entities("book").first?["id"])
    let villette: JSONObject = [
      "title": "Villette", "contributors": [["name": "Charlotte Brontë"]],
    ]
    try await edit([
      ["e": "book", "id": nameless, "delete": true],
      ["e": "book", "id": "b1", "create": true, "set": .object(villette)],
    ])
    let metadata: JSONValue = ["title": "Villette", "authors": "Charlotte Brontë"]
    #expect(try await reader.put(0.5, "50", metadata: metadata).status == 200)
    let readings = try await fields("reading", reader)
    #expect(readings.map { $0["book"] }.contains("b1"))
    #expect(try await reader.put(0.6, "60").status == 200)
    #expect(try await reader.get().json["progress"] == "60")
    #expect(try await reader.entities("book").count { $0["deleted"] != true } == 1)
    await server.stop()
  }

  @Test func `a reading that began elsewhere is gone on with`() async throws {
    let reader = try await EReader.paired(server)
    let identifier = "koreader:\(EReader.document)"
    try await edit([
      [
        "e": "book", "id": "b1", "create": true, "set": ["title": "Emma", "status": "reading"],
        "add": ["identifiers": .object([identifier: .null])],
      ],
      [
        "e": "reading", "id": "r1", "create": true,
        "set": ["book": "b1", "span": ["outcome": "reading"]],
      ],
    ])
    #expect(try await reader.put(0.5, "50").status == 200)
    let ids = try await reader.entities("progress").compactMap { $0["id"]?.string }
    #expect(ids.count == 1 && ids[0].hasPrefix("r1~koreader-"))
    await server.stop()
  }

  @Test func `of two that were found to be one book, both have its readings`() async throws {
    let reader = try await EReader.paired(server)
    let isbn = "isbn:9780141439600"
    let file = "koreader:\(EReader.document)"
    try await edit([
      [
        "e": "book", "id": "b1", "create": true, "set": ["title": "Emma"],
        "add": ["identifiers": .object([isbn: .null])],
      ]
    ])
    try await edit(
      [
        [
          "e": "book", "id": "b2", "create": true, "set": ["title": "Emma"],
          "add": ["identifiers": .object([isbn: .null, file: .null])],
        ],
        [
          "e": "reading", "id": "r2", "create": true,
          "set": ["book": "b2", "span": ["outcome": "reading"]],
        ],
      ], base: 0, outcome: "aliased")
    #expect(try await reader.put(0.5, "50").status == 200)
    let ids = try await reader.entities("progress").compactMap { $0["id"]?.string }
    #expect(ids.count == 1 && ids[0].hasPrefix("r2~koreader-"), "\(ids)")
    #expect(try await reader.get().json["progress"] == "50")
    let book = try #require(try await reader.entities("book").first { $0["id"] == "b1" })
    #expect(book["set"]?["status"] == "reading")
    await server.stop()
  }

  @Test func `what is in Trash stays there, and keeps its place`() async throws {
    let reader = try await EReader.paired(server)
    #expect(try await reader.put(0.25, "12").status == 200)
    let book = try #require(try await reader.entities("book").first?["id"])
    try await edit([["e": "book", "id": book, "delete": true]])
    #expect(try await reader.put(0.5, "24").status == 200)
    #expect(try await reader.get().json["progress"] == "24")
    let books = try await reader.entities("book")
    #expect(books.count { $0["deleted"] != true } == 0, "\(books)")
    await server.stop()
  }

  @Test func `who logs in with another's key is told apart, also at the same place`() async throws {
    let kobo = try await EReader.paired(server)
    var kindle = kobo
    kindle.name = "Kindle"
    #expect(try await kobo.put(0.25, "12").status == 200)
    #expect(try await kindle.put(0.25, "12").status == 200)
    #expect(try await kobo.get().json["device"] == "Kindle")
    await server.stop()
  }

  @Test func `each file of a book has a place of its own`() async throws {
    let reader = try await EReader.paired(server)
    #expect(try await reader.put(0.25, "/body/p[1]").status == 200)
    let book = try #require(try await reader.entities("book").first?["id"])
    try await edit([
      ["e": "book", "id": book, "add": ["identifiers": ["koreader:pdf": nil]]]
    ])
    #expect(try await reader.put(0.5, "120", document: "pdf").status == 200)
    #expect(try await reader.get().json["progress"] == "/body/p[1]")
    #expect(try await reader.get("pdf").json["progress"] == "120")
    #expect(try await reader.entities("book").count == 1)
    await server.stop()
  }

  @Test func `the history says which e-reader it was`() async throws {
    let reader = try await EReader.paired(server)
    #expect(try await reader.put(0.25, "12").status == 200)
    let book = try #require(try await reader.entities("book").first?["id"]?.string)
    let token = try server.addDevice()
    let history = try await server.request("GET", "/v1/history?kind=book&id=\(book)", token: token)
    let authors = Set((history.json["entries"]?.array ?? []).compactMap { $0["by"]?.string })
    #expect(authors.count == 1)
    #expect(authors.first?.hasPrefix("koreader-") == true)
    await server.stop()
  }

  @Test(arguments: [
    ("no json", 400, 103), ("[]", 400, 104), ("{}", 403, 2004),
    (#"{"document":"a:b","progress":"1","percentage":0.5,"device":"K"}"#, 403, 2004),
    (#"{"document":"","progress":"1","percentage":0.5,"device":"K"}"#, 403, 2004),
    (#"{"document":"a","percentage":0.5,"device":"K"}"#, 403, 2003),
    (#"{"document":"a","progress":"","percentage":0.5,"device":"K"}"#, 403, 2003),
    (#"{"document":"a","progress":"1","device":"K"}"#, 403, 2003),
    (#"{"document":"a","progress":"1","percentage":"much","device":"K"}"#, 403, 2003),
    (#"{"document":"a","progress":"1","percentage":1.01,"device":"K"}"#, 403, 2003),
    (#"{"document":"a","progress":"1","percentage":-0.01,"device":"K"}"#, 403, 2003),
    (#"{"document":"a","progress":"1","percentage":"nan","device":"K"}"#, 403, 2003),
    (#"{"document":"a","progress":"1","percentage":0.5}"#, 403, 2003),
    (#"{"document":"a","progress":"1\n2","percentage":0.5,"device":"K"}"#, 403, 2003),
  ])
  func `what is no place is told so, and nothing kept`(
    body: String, status: Int, code: Int
  ) async throws {
    let reader = try await EReader.paired(server)
    let response = try await reader.put(body)
    #expect(response.status == status)
    #expect(response.json["code"] == .int(code))
    #expect(response.json["message"]?.string != nil)
    #expect(try await reader.entities("book").isEmpty)
    await server.stop()
  }

  @Test func `what is too long is not kept`() async throws {
    let reader = try await EReader.paired(server)
    #expect(try await reader.put(0.5, String(repeating: "x", count: 1_001)).status == 403)
    let long = String(repeating: "a", count: 65)
    #expect(try await reader.put(0.5, "1", document: long).status == 403)
    #expect(try await reader.get(long).status == 404)
    #expect(try await reader.put(String(repeating: " ", count: 17_000)).status == 413)
    #expect(try await reader.entities("book").isEmpty)
    await server.stop()
  }

  @Test func `an e-reader that asks for ever is made to wait, and another is not`() async throws {
    let reader = try await EReader.paired(server)
    let other = try await EReader.paired(server, name: "Other")
    for _ in 0..<300 { #expect(try await reader.authorize().status == 200) }
    let refused = try await reader.put(0.5, "1")
    #expect(refused.status == 429)
    #expect(refused.fields["retry-after"] == "2")
    #expect(try await other.put(0.5, "1").status == 200)
    server.clock.advance(byMilliseconds: 2_000)
    #expect(try await reader.put(0.5, "1").status == 200)
    await server.stop()
  }
}
