import Foundation
import Library
import Replica
import Server
import ServerTesting
import Testing

/// The example of the documentation compiles, runs, and is the one that people read.
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

  @Test func `the documentation shows the example that runs here`() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    func lines(_ path: String) throws -> [Substring] {
      try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
    }
    let here = try lines("Tests/ReplicaClientTests/ExampleTests.swift")
    let page = try lines("Sources/Replica/Replica.docc/Replica.md")
    let start = try #require(here.firstIndex(of: "    // example"))
    let end = try #require(here.firstIndex(of: "    // end"))
    let first = try #require(page.firstIndex(of: "```swift"))
    let last = try #require(page.lastIndex(of: "```"))
    #expect(
      here[(start + 1)..<end].map { $0.dropFirst(4) } == page[(first + 1)..<last].map { $0[...] })
  }
}
