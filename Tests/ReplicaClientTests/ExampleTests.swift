import Foundation
import Library
import Replica
import Server
import ServerTesting
import Testing

/// The examples of the documentation compile, run, and are those that people read.
struct ExampleTests {
  private static func run(path: String, url: String, code: String) async throws {
    // example
    let library = try await LocalLibrary.open(
      at: path, server: ServerAddress(url), access: .code(code, deviceName: "Kitchen"),
      client: "kitchen-shelf/1.0")

    // Everything that changes from here on, whoever changes it.
    let changes = await library.changes()

    let book = EntityKey(kind: "book", id: "dune")
    try await library.edit(
      Change(book, life: .create, set: ["title": "Dune", "status": "toRead"]))
    try await library.edit(Change(book, set: ["status": "reading"], add: ["tags": ["sand": nil]]))

    for await change in changes where change.keys?.contains(book) ?? true {
      guard let dune = await library.get(book) else { continue }
      print(dune.fields["title"]?.string ?? "", dune.fields["status"]?.string ?? "")
      if dune.fields["status"] == "reading" { break }
    }
    for await status in await library.statuses() where status.state == .saved { break }
    await library.close()
    // end
  }

  private static func settle(_ library: LocalLibrary) async throws {
    // example
    for conflict in await library.list("conflict") {
      guard let entity = conflict.fields["entity"], let kind = entity["e"]?.string,
        let id = entity["id"]?.string, let field = conflict.fields["field"]?.string,
        let lost = conflict.fields["lost"]?["value"]
      else { continue }
      try await library.edit([
        Change(EntityKey(kind: kind, id: id), set: [field: lost]),
        Change(conflict.entity, life: .delete),
      ])
    }
    // end
  }

  private static func dress(
    _ book: EntityKey, in library: LocalLibrary, with file: URL
  ) async throws {
    // example
    let picture = try Array(Data(contentsOf: file))
    let name = try await library.putUp(picture: picture)
    try await library.edit(Change(book, set: ["cover": .string(name)]))

    if let cover = await library.get(book)?.fields["cover"]?.string,
      let picture = try await library.picture(named: cover)
    {
      print("\(picture.count) bytes")
    }
    // end
  }

  private static func takeBack(_ book: EntityKey, in library: LocalLibrary) async throws {
    // example
    let before = await library.view
    let change = Change(book, set: ["status": "read"], add: ["tags": ["lent": nil]])
    let inverse = Inverse(of: [change]) { before[$0] }
    try await library.edit(change)

    let now = await library.view
    let undoing = inverse.undoing { now[$0] }
    if !undoing.changes.isEmpty { try await library.edit(undoing.changes) }
    // end
  }

  private static func look(_ library: LocalLibrary) async {
    // example
    let view = await library.view
    for shelf in HandOrder.shelves(view.list("shelf")) {
      let books = HandOrder.books(view.list("book"), on: shelf.entity.id)
      print(shelf.fields["name"]?.string ?? "", books.compactMap { $0.fields["title"]?.string })
    }
    for reading in view.list("reading") {
      let places = view.list("progress").filter { $0.entity.pair?.first == reading.entity.id }
      guard let progress = ReadingProgress(of: places), let share = progress.latest.share else {
        continue
      }
      print("At \(Int(share * 100)) %", progress.differ ? "and on another device further" : "")
    }
    // end
  }

  private static func address(authority: URL) throws -> ServerAddress {
    // example
    let trust = try ServerTrust(pem: Array(Data(contentsOf: authority)))
    let server = try ServerAddress("https://books.local:8080", trust: trust)
    // end
    return server
  }

  @Test(.timeLimit(.minutes(1)))
  func `the example does what it says`() async throws {
    let server = try TestServer()
    let folder = try TemporaryDirectory()
    try await Self.run(
      path: folder.path + "/library.sqlite", url: "http://127.0.0.1:\(server.port)",
      code: server.perform(.pair)["link"]?.string ?? "")
    let other = try await TestDevice(of: server).open(port: server.port)
    await other.until(view: { $0.title("dune") == "Dune" })
    await other.close()
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `the example of a conflict settles it`() async throws {
    let server = try TestServer()
    let here = try await TestDevice(of: server).open(port: server.port)
    let there = try await TestDevice(of: server).open(port: server.port)
    try await here.edit(.book("dune", "Dune"))
    await there.until(view: { $0.title("dune") == "Dune" })
    for library in [here, there] { await library.network(isUp: false) }
    try await here.edit(.title("dune", "Dune One"))
    try await there.edit(.title("dune", "Dune Two"))
    for library in [here, there] {
      await library.network(isUp: true)
      await library.untilSaved()
    }
    await here.until(view: { !$0.list("conflict").isEmpty })
    let kept = await here.title("dune")
    try await Self.settle(here)
    await there.until(view: { $0.list("conflict").isEmpty && $0.title("dune") != kept })
    #expect(await here.list("conflict").isEmpty)
    for library in [here, there] { await library.close() }
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `the example of a cover gives a book its cover`() async throws {
    let server = try TestServer()
    let folder = try TemporaryDirectory()
    let file = try folder.write("\u{89}PNG is another beginning", to: "cover.png")
    let here = try await TestDevice(of: server).open(port: server.port)
    try await here.edit(.book("dune", "Dune"))
    // What is no picture is refused, and the book goes without.
    await #expect(throws: ServerError.self) {
      try await Self.dress(EntityKey(kind: "book", id: "dune"), in: here, with: URL(filePath: file))
    }
    #expect(await here.get(EntityKey(kind: "book", id: "dune"))?.fields["cover"] == nil)
    let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("a picture".utf8)
    try Data(bytes).write(to: URL(filePath: file))
    try await Self.dress(EntityKey(kind: "book", id: "dune"), in: here, with: URL(filePath: file))
    let there = try await TestDevice(of: server).open(port: server.port)
    await there.until(view: {
      $0[EntityKey(kind: "book", id: "dune")]?.fields["cover"] != nil
    })
    let name = await there.get(EntityKey(kind: "book", id: "dune"))?.fields["cover"]?.string
    #expect(try await there.picture(named: name ?? "") == bytes)
    #expect(try await there.picture(named: String(repeating: "0", count: 64)) == nil)
    await #expect(throws: ServerError.tooLong(byteCount: 262_145)) {
      try await here.putUp(picture: bytes + [UInt8](repeating: 0, count: 262_145 - bytes.count))
    }
    for library in [here, there] { await library.close() }
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `the example of an undo takes the edit back`() async throws {
    let server = try TestServer()
    let here = try await TestDevice(of: server).open(port: server.port)
    let dune = EntityKey(kind: "book", id: "dune")
    try await here.edit(.book("dune", "Dune"))
    try await here.edit(Change(dune, set: ["status": "reading"]))
    try await Self.takeBack(dune, in: here)
    #expect(await here.get(dune)?.fields["status"] == "reading")
    #expect(await here.get(dune)?.fields["tags"]?.object?.isEmpty ?? true)
    await Self.look(here)
    await here.close()
    await server.stop()
  }

  @Test func `the example of an authority trusts it`() async throws {
    let authority = try await TestAuthority()
    let address = try Self.address(authority: URL(fileURLWithPath: authority.certificate))
    #expect(address.isSecure && address.trust != .system)
  }

  @Test func `the documentation shows the examples that run here`() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    func lines(_ path: String) throws -> [Substring] {
      try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
    }
    let here = try lines("Tests/ReplicaClientTests/ExampleTests.swift")
      .split(separator: "    // example").dropFirst()
      .map { $0.prefix { $0 != "    // end" }.map { $0.dropFirst(4) } }
    let page = try lines("Sources/Replica/Replica.docc/Replica.md")
      .split(separator: "```swift").dropFirst()
      .map { $0.prefix { $0 != "```" }.map { $0[...] } }
    #expect(here.count == 6)
    #expect(here == page)
  }
}
