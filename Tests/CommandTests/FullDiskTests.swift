import Glibc
import Library
import ServerTesting
import Testing

/// A disk without room: edits are turned away with a word, what was acked stays, and the service
/// goes on by itself when there is room (SYNC §4, *disk full*).
@Suite(
  .enabled(if: SmallDisk.isAllowed, "Mounting a small disk needs root."), .serialized,
  .timeLimit(.minutes(2)))
struct FullDiskTests {
  let disk: SmallDisk
  let data: String
  let token: String
  var server: (process: DogearProcess, port: Int)
  /// The last n that was acked.
  var acked = 0

  init() async throws {
    disk = try SmallDisk(mebibytes: 6)
    data = disk.path + "/data"
    let added = try await DogearProcess.run(["device", "add", "Writer", "--data", data])
    token = String(added.output.dropLast())
    server = try await Self.serve(data, disk)
  }

  static func serve(
    _ data: String, _ disk: SmallDisk
  ) async throws -> (process: DogearProcess, port: Int) {
    try await DogearProcess.serve(
      data: data, environment: ["DOGEAR_LOG_LEVEL": "trace"], log: disk.path + "/server.log")
  }

  func title(_ n: Int) -> String { "Book \(n)" }

  /// Op `n`: a book with a long review, so that a few of them need more room than a database has in
  /// reserve.
  func operation(_ n: Int) -> JSONValue {
    let review = String(repeating: "Many words. ", count: 2_000)
    return [
      "op": .string("op-\(n)"), "n": .int(n), "base": 0, "at": 0,
      "do": [
        [
          "e": "book", "id": .string("b\(n)"), "create": true,
          "set": ["title": .string(title(n)), "review": .string(review)],
        ]
      ],
    ]
  }

  /// Pushes op after op until the server turns one away; returns what it said.
  mutating func pushUntilRefused() async throws -> JSONValue {
    let client = try await TestClient(port: server.port, token: token, isLive: false)
    #expect(client.welcome["device"]?["n"] == .int(acked))
    while true {
      try client.push(batch: acked + 1, [operation(acked + 1)])
      while case .text(let text) = try await client.socket.receive() {
        let message = try JSONValue(parsing: text)
        if message["t"] == "error" {
          #expect(try await client.socket.receiveClose() == 1012)
          return message
        }
        guard message["t"] == "ack" else { continue }
        #expect(message["through"] == .int(acked + 1))
        acked += 1
        break
      }
    }
  }

  /// Everything acked is there, and nothing else.
  func expectEverything() async throws {
    let reader = try await TestClient(port: server.port, token: token, isLive: false)
    let titles = try await reader.pull().compactMap { $0["set"]?["title"]?.string }
    #expect(titles.sorted() == (1...acked).map(title).sorted())
    reader.socket.connection.disconnect()
  }

  /// Pushes the next op and has it acked.
  mutating func expectService() async throws {
    let client = try await TestClient(port: server.port, token: token, isLive: false)
    let ack = try await client.pushed([operation(acked + 1)])
    #expect(ack["results"]?.array?.first?["outcome"] == "applied")
    acked += 1
    client.socket.connection.disconnect()
  }

  /// A server that comes back to the full disk serves what it has, and more once there is room.
  mutating func expectRecovery() async throws {
    server = try await Self.serve(data, disk)
    try await expectEverything()
    _ = try await pushUntilRefused()
    try disk.empty()
    try await expectService()
    try await expectEverything()
    server.process.send(SIGTERM)
    #expect(await server.process.result().status == 0)
  }

  @Test mutating func `a full disk turns edits away until there is room, and loses none`()
    async throws
  {
    try await expectService()
    for _ in 0..<2 {
      try disk.fill()
      let refusal = try await pushUntilRefused()
      #expect(refusal["message"]?.string?.contains("disk is full") == true)
      #expect(refusal["retryAfter"]?.int ?? 0 > 0)
      // Whoever asks over HTTP is told as much.
      let review = String(repeating: "Many words. ", count: 2_000)
      let books = (0..<40).map { "\($0 + 1),Emma \($0),Jane Austen,read,\(review)" }
      let put = try await TestHTTP.request(
        server.port, "POST", "/v1/import?name=a.csv", ["Authorization": "Bearer \(token)"],
        body: Array(
          (["Book Id,Title,Author,Exclusive Shelf,My Review"] + books).joined(separator: "\n").utf8)
      )
      #expect(put.status == 503)
      #expect(put.fields["retry-after"] == "5")
      #expect(put.json["error"]?["message"]?.string?.contains("disk is full") == true)
      // Reading needs no room, and trying again changes nothing.
      try await expectEverything()
      _ = try await pushUntilRefused()
      try await expectEverything()
      try disk.empty()
      try await expectService()
      try await expectEverything()
    }
    server.process.send(SIGTERM)
    #expect(await server.process.result().status == 0)
    let check = try await DogearProcess.run(["check", "--data", data])
    #expect(check.status == 0, "\(check.output)\(check.errors)")
  }

  @Test func `a restore that finds no room changes nothing, and says so`() async throws {
    server.process.send(SIGTERM)
    #expect(await server.process.result().status == 0)
    let folder = try TemporaryDirectory()
    let backup = folder.path + "/backup.sqlite"
    #expect(
      try await DogearProcess.run(["backup", backup, "--data", data]).status == 0)
    try disk.fill()
    expectSentence(
      try await DogearProcess.run(["restore", backup, "--data", data]), "nothing was changed")
    try disk.empty()
    #expect(
      try await DogearProcess.run(["device", "list", "--data", data]).output.contains("Writer"))
  }

  @Test func `a server on a full disk lives, and is ready only when there is room`() async throws {
    func answer(_ path: String) async throws -> TestResponse {
      try await TestHTTP.request(server.port, "GET", path)
    }
    /// The first answer of another status than `status`: one look holds for a second.
    func change(from status: Int) async throws -> TestResponse {
      while true {
        let response = try await answer("/readyz")
        if response.status != status { return response }
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    #expect(try await answer("/readyz").status == 200)
    for _ in 0..<2 {
      try disk.fill()
      let refusal = try await change(from: 200)
      #expect(refusal.status == 503)
      #expect(refusal.json["error"]?["message"]?.string?.contains("disk is full") == true)
      #expect(refusal.fields["retry-after"] == "5")
      #expect(try await answer("/healthz").status == 200)
      try disk.empty()
      #expect(try await change(from: 503).status == 200)
    }
    server.process.send(SIGTERM)
    #expect(await server.process.result().status == 0)
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  mutating func `a disk that fills up while nobody serves takes nothing away`(
    signal: Int32
  ) async throws {
    try await expectService()
    server.process.send(signal)
    _ = await server.process.result()
    try disk.fill()
    let folder = try TemporaryDirectory()
    let (export, backup) = (folder.path + "/export.json", folder.path + "/backup.sqlite")
    let exported = try await DogearProcess.run(["export", export, "--data", data])
    #expect(exported.status == 0, "\(exported.errors)")
    expectSentence(
      try await DogearProcess.run(["backup", backup, "--data", data]), "is a whole backup")
    let other = ["--data", folder.path + "/other"]
    #expect(try await DogearProcess.run(["restore", backup] + other).status == 0)
    #expect(try await DogearProcess.run(["import", export] + other).status == 0)
    try await expectRecovery()
  }

  @Test mutating func `a server killed on a full disk comes back to it and serves what it has`()
    async throws
  {
    try await expectService()
    try disk.fill()
    _ = try await pushUntilRefused()
    server.process.send(SIGKILL)
    _ = await server.process.result()
    try await expectRecovery()
  }
}
