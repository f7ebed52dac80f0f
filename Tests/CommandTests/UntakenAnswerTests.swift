import Glibc
import Library
import ServerTesting
import Testing

/// Answers that are more than a connection holds, and that nobody takes: exports of a library, and reports
/// of an import.
struct UntakenAnswerTests {
  private static let bookCount = 300

  private let folder: TemporaryDirectory
  private let port: Int
  private let process: DogearProcess
  private let tokens: [String]

  init() async throws {
    folder = try TemporaryDirectory()
    let data = folder.path + "/data"
    var tokens: [String] = []
    for name in ["Laptop", "Phone"] {
      let added = try await DogearProcess.run(["device", "add", name, "--data", data])
      tokens.append(String(added.output.dropLast()))
    }
    self.tokens = tokens
    (process, port) = try await DogearProcess.serve(data: data)
    let review = String(repeating: "Words that take room. ", count: 800)
    let rows = (0..<Self.bookCount).map { "\($0),Book \($0),Author \($0),read,\(review)" }
    let table = ["Book Id,Title,Author,Exclusive Shelf,My Review"] + rows
    let report = try await request(
      "POST", "/v1/import?name=books.csv", body: table.joined(separator: "\n"))
    try #require(report.json["counts"]?["added"] == .int(Self.bookCount))
  }

  private func request(
    _ method: String, _ path: String, by device: Int = 0, body: String = ""
  ) async throws -> TestResponse {
    try await TestHTTP.request(
      port, method, path, ["Authorization": "Bearer \(tokens[device])"], body: Array(body.utf8))
  }

  private var asking: [UInt8] {
    TestHTTP.bytes(port, "GET", "/v1/export", ["Authorization": "Bearer \(tokens[0])"])
  }

  /// Asks for an export, or something else, and reads nothing but its head.
  private func ask(_ request: [UInt8]? = nil) async throws -> TestConnection {
    let connection = try await TestConnection(port: port, sending: request ?? asking)
    let head = try await connection.read(through: Array("\r\n\r\n".utf8))
    try #require(head.starts(with: "HTTP/1.1 200 ".utf8))
    return connection
  }

  @Test func `a device has three at a time, and its own`() async throws {
    var unread: [TestConnection] = []
    for _ in 0..<3 { unread.append(try await ask()) }
    let refused = try await request("GET", "/v1/export")
    #expect(refused.status == 429)
    #expect(refused.fields["retry-after"] == "10")
    #expect(refused.json["error"]?["code"] == "rate")
    #expect(try await request("GET", "/v1/export", by: 1).status == 200)
    // One that is left makes room, once the server has seen that.
    unread.removeFirst()
    while try await request("GET", "/v1/export").status == 429 {
      try await Task.sleep(for: .milliseconds(50))
    }
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }

  @Test func `the report of an import is held like an export`() async throws {
    let head = #"{"format":"dogear","version":1,"entities":["#
    let lines = head + String(repeating: "\nx", count: 90_000)
    let importing = TestHTTP.bytes(
      port, "POST", "/v1/import?name=library.json&dry=1",
      ["Authorization": "Bearer \(tokens[0])"], body: Array(lines.utf8))
    var unread: [TestConnection] = []
    for _ in 0..<3 { unread.append(try await ask(importing)) }
    #expect(try await request("GET", "/v1/export").status == 429)
    unread = []
    while try await request("GET", "/v1/export").status == 429 {
      try await Task.sleep(for: .milliseconds(50))
    }
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }

  /// Each is asked for while the end of the one before is still on its way.
  @Test func `those that are asked for at once on one connection are one at a time`() async throws {
    let connection = try await TestConnection(
      port: port, sending: Array(repeatElement(asking, count: 5).joined()))
    for _ in 0..<5 { #expect(try await TestHTTP.response(on: connection).status == 200) }
    var unread: [TestConnection] = []
    for _ in 0..<3 { unread.append(try await ask()) }
    #expect(try await request("GET", "/v1/export").status == 429)
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }
}
