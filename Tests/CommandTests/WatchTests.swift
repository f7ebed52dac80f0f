import Foundation
import Library
import ServerTesting
import Testing

/// `dogear watch` as people and scripts run it, against a real server.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct WatchTests {
  let folder: TemporaryDirectory
  let server: DogearProcess
  let port: Int
  var data: String { folder.path + "/data" }
  var url: String { "http://127.0.0.1:\(port)" }

  init() async throws {
    folder = try TemporaryDirectory()
    (server, port) = try await DogearProcess.serve(data: folder.path + "/data")
  }

  private func addDevice(_ name: String) async throws -> String {
    let result = try await DogearProcess.run(["device", "add", name, "--data", data])
    return String(result.output.dropLast())
  }

  /// A watcher that is past its first sync.
  private func watch(_ arguments: String...) async throws -> DogearProcess {
    let process = try await DogearProcess(
      ["watch", url, "--data", folder.path + "/copy"] + arguments, mergesErrors: true)
    _ = try await process.line(containing: "Watching “")
    return process
  }

  /// What became of `process`, which is killed where it does not end by itself.
  private func ended(_ process: DogearProcess) async -> DogearProcess.Result {
    let end = Task {
      try await Task.sleep(for: .seconds(30))
      process.send(SIGKILL)
    }
    defer { end.cancel() }
    return await process.result()
  }

  private func set(_ id: String, n: Int, base: Int, _ fields: JSONValue) -> JSONValue {
    [
      "op": .string("set-\(n)"), "n": .int(n), "base": .int(base), "at": 0,
      "do": [["e": "book", "id": .string(id), "set": fields]],
    ]
  }

  @Test(arguments: [
    (["HOME": "home", "XDG_STATE_HOME": ""], "home/.local/state"),
    (["HOME": "home", "XDG_STATE_HOME": "state"], "state"),
  ])
  func `the copy is kept where XDG says, else in the home directory`(
    names: [String: String], place: String
  ) async throws {
    let environment = names.mapValues { $0.isEmpty ? "" : "\(folder.path)/\($0)" }
    let process = try await DogearProcess(
      ["watch", url, "--token", addDevice("Watcher")], environment: environment, mergesErrors: true)
    _ = try await process.line(containing: "Watching “")
    process.send(SIGINT)
    #expect(await process.result().status == 0)
    let copy = "\(folder.path)/\(place)/dogear/watch/127.0.0.1_\(port)/replica.sqlite"
    #expect(FileManager.default.fileExists(atPath: copy))
  }

  @Test func `changes are printed as they come, and once`() async throws {
    let phone = try await TestClient(port: port, token: addDevice("Phone"))
    let watcher = try await watch("--token", addDevice("Watcher"))
    _ = try await phone.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    #expect(try await watcher.line(containing: "added").contains(" Phone: “Dune” added"))
    _ = try await phone.pushed([set("b1", n: 2, base: 1, ["status": "read"])])
    #expect(try await watcher.line(containing: "status").hasSuffix("Phone: “Dune” status → read"))
    watcher.send(SIGINT)
    let result = await watcher.result()
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count == 3, "\(result.output)")
  }

  @Test func `what the server does is its own, by the name that devices know it by`() async throws {
    let watcher = try await watch("--token", addDevice("Watcher"))
    let file = try folder.write("Title,Author\nEmma,Jane Austen\n", to: "table.csv")
    #expect(try await DogearProcess.run(["import", file, "--data", data]).status == 0)
    #expect(try await watcher.line(containing: "Emma").contains(" Dogear: "))
  }

  @Test func `programs get JSON, one object a line`() async throws {
    let phone = try await TestClient(port: port, token: addDevice("Phone"))
    let watcher = try await watch("--json", "--token", addDevice("Watcher"))
    _ = try await phone.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    _ = try await watcher.line(containing: "Dune")
    _ = try await phone.pushed([set("b1", n: 2, base: 1, ["title": "Emma"])])
    let line = try JSONValue(parsing: try await watcher.line(containing: "Emma"))
    #expect(line["id"]?.string == "b1")
    #expect(line["device"]?.string == "Phone")
    #expect(line["changes"] == [["field": "title", "from": "Dune", "to": "Emma"]])
    watcher.send(SIGTERM)
    #expect(await watcher.result().status == 0)
  }

  @Test func `what came while nobody watched is told the next time, unless it is not wanted`()
    async throws
  {
    let phone = try await TestClient(port: port, token: addDevice("Phone"))
    var watcher = try await watch("--token", addDevice("Watcher"))
    watcher.send(SIGTERM)
    _ = await watcher.result()
    _ = try await phone.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    watcher = try await watch()
    _ = try await watcher.line(containing: "“Dune” added")
    watcher.send(SIGTERM)
    _ = await watcher.result()
    _ = try await phone.pushed([set("b1", n: 2, base: 1, ["title": "Missed"])])
    watcher = try await watch("--from-now")
    _ = try await phone.pushed([set("b1", n: 3, base: 2, ["title": "Seen"])])
    _ = try await watcher.line(containing: "title → Seen")
    watcher.send(SIGTERM)
    #expect(await !watcher.result().output.contains("Missed"))
  }

  @Test func `what a title says is shown, and not obeyed`() async throws {
    let phone = try await TestClient(port: port, token: addDevice("Phone"))
    let watcher = try await watch("--token", addDevice("Watcher"))
    _ = try await phone.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    _ = try await watcher.line(containing: "added")
    _ = try await phone.pushed([
      set("b1", n: 2, base: 1, ["note": "one\ntwo\u{202e}"])
    ])
    let line = try await watcher.line(containing: "one two")
    #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    watcher.send(SIGTERM)
    #expect(await !watcher.result().output.contains("\u{202e}"))
  }

  @Test func `a pairing link lets it in, and its name is shown to others`() async throws {
    let link = try await DogearProcess.run(["pair", "--data", data]).output
    let watcher = try await watch(
      "--pair", link.trimmingCharacters(in: .whitespacesAndNewlines), "--name", "Doorbell")
    let devices = try await DogearProcess.run(["device", "list", "--data", data])
    #expect(devices.output.contains("Doorbell"))
    watcher.send(SIGTERM)
    #expect(await watcher.result().status == 0)
  }

  @Test func `a reader that leaves ends it`() async throws {
    let phone = try await TestClient(port: port, token: addDevice("Phone"))
    let watcher = try await watch("--token", addDevice("Watcher"))
    try await watcher.closeOutput()
    _ = try await phone.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    #expect(await watcher.status() == 0)
  }

  @Test func `a reader that stalls keeps nobody from ending it`() async throws {
    let phone = try await TestClient(port: port, token: addDevice("Phone"))
    let pipe = folder.path + "/pipe"
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    // Open at both ends, so that it fills, and neither end waits for the other.
    let reader = unsafe open(pipe, O_RDWR | O_CLOEXEC)
    defer { close(reader) }
    let watcher = try await DogearProcess(
      [
        "-c", #"out=$1; shift; exec "$0" "$@" > "$out""#, DogearProcess.path(of: "dogear"), pipe,
        "watch", url, "--json", "--data", folder.path + "/copy", "--token", addDevice("Watcher"),
      ], program: "/bin/sh", mergesErrors: true)
    _ = try await watcher.line(containing: "Watching “")
    _ = try await phone.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    let words = String(repeating: "sand ", count: 8_000)
    for n in 2...6 {
      _ = try await phone.pushed([set("b1", n: n, base: n - 1, ["note": .string("\(n) \(words)")])])
    }
    func isFull() -> Bool {
      var state = pollfd(fd: reader, events: Int16(POLLOUT), revents: 0)
      return unsafe poll(&state, 1, 0) == 0
    }
    while !isFull() { try await Task.sleep(for: .milliseconds(10)) }
    watcher.send(SIGTERM)
    #expect(await ended(watcher).status == 0)
  }

  @Test func `a copy of another library is said to be one, and left as it is`() async throws {
    let watcher = try await watch("--token", addDevice("Watcher"))
    watcher.send(SIGTERM)
    #expect(await watcher.result().status == 0)
    server.send(SIGTERM)
    _ = await server.result()
    // Set up anew, at the address of before.
    let anew = folder.path + "/anew"
    let other = try await DogearProcess(["serve", "--data", anew, "--port", String(port)])
    _ = try await other.line(containing: "/pair#")
    let code = try await DogearProcess.run(["pair", "--data", anew]).output
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let copy = folder.path + "/copy"
    for access in [["--pair", code], []] {
      let result = await ended(
        try await DogearProcess(["watch", url, "--data", copy] + access))
      #expect(result.status == 1)
      let sentence = result.errors.split(separator: "\n").last ?? ""
      #expect(sentence.contains(copy) && sentence.contains("another library"), "\(result)")
    }
    #expect(FileManager.default.fileExists(atPath: copy + "/replica.sqlite"))
    other.send(SIGTERM)
    _ = await other.result()
  }

  @Test func `what a server says is shown, and not obeyed`() async throws {
    let answer: JSONValue = ["error": ["message": "one\u{1b}[31m\u{202e}two"]]
    let gate = try StandIn(["/v1/socket": .text(503, answer.canonicalText)])
    let watcher = try await DogearProcess(
      ["watch", gate.origin, "--data", folder.path + "/copy", "--token", "none"],
      mergesErrors: true)
    let line = try await watcher.line(containing: "Trying again")
    #expect(line.contains("one") && line.contains("two"), "\(line)")
    let kinds = line.unicodeScalars.map(\.properties.generalCategory)
    #expect(!kinds.contains(.control) && !kinds.contains(.format), "\(line)")
    watcher.send(SIGTERM)
    #expect(await watcher.result().status == 0)
    await gate.stop()
  }

  @Test func `an https:// address is watched by the word of an authority, and of no other`()
    async throws
  {
    let home = folder.path + "/home"
    let made = try await DogearProcess.run(["tls", "init", "--data", home])
    #expect(made.status == 0, "\(made.errors)")
    let secure = try await DogearProcess(["serve", "--data", home, "--port", "0", "--tls"])
    let link = try await secure.line(containing: "/pair#")
    let port = link.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
    let added = try await DogearProcess.run(["device", "add", "Watcher", "--data", home])
    let words = [
      "watch", "https://127.0.0.1:\(port)", "--data", folder.path + "/copy", "--token",
      String(added.output.dropLast()),
    ]
    let stranger = try await DogearProcess(words, mergesErrors: true)
    #expect(try await stranger.line(containing: "Trying again").contains("--ca"))
    stranger.send(SIGTERM)
    _ = await stranger.result()
    let friend = try await DogearProcess(
      words + ["--ca", home + "/tls/authority.crt"], mergesErrors: true)
    _ = try await friend.line(containing: "Watching “")
    friend.send(SIGTERM)
    #expect(await friend.result().status == 0)
    secure.send(SIGTERM)
    #expect(await secure.result().status == 0)
  }

  @Test(arguments: [
    ["https://books.example", "--token", "x", "--ca", "/none"],
    ["https://books.example", "--token", "x", "--ca", "/dev/null"],
    ["books.example", "--token", "x"],
    ["http://127.0.0.1:9", "--pair", "ABCDE-12345"],
  ])
  func `what cannot be done is said in a sentence`(arguments: [String]) async throws {
    let result = try await DogearProcess.run(
      ["watch"] + arguments + ["--data", folder.path + "/copy"])
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("dogear: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `a stranger is told how to get in`() async throws {
    let result = try await DogearProcess.run(
      ["watch", url, "--token", "none", "--data", folder.path + "/copy"])
    expectSentence(result, "--pair")
  }

  @Test func `who reached no server is not told at the end that it was watched`() async throws {
    let process = try await DogearProcess(
      ["watch", "http://127.0.0.1:9", "--token", "none", "--data", folder.path + "/copy"],
      mergesErrors: true)
    _ = try await process.line(containing: "Trying again")
    process.send(SIGINT)
    let result = await process.result()
    #expect(result.status == 0)
    #expect(!result.output.contains("Watching"), "\(result.output)")
  }

  @Test func `a server that goes and comes back is waited for`() async throws {
    let token = try await addDevice("Phone")
    let watcher = try await watch("--token", addDevice("Watcher"))
    server.send(SIGKILL)
    _ = await server.result()
    _ = try await watcher.line(containing: "Trying again")
    let again = try await DogearProcess(
      ["serve", "--data", data, "--port", String(port)], mergesErrors: true)
    _ = try await again.line(containing: "/pair#")
    let phone = try await TestClient(port: port, token: token)
    _ = try await phone.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    _ = try await watcher.line(containing: "“Dune” added")
    watcher.send(SIGTERM)
    #expect(await watcher.result().status == 0)
    again.send(SIGTERM)
    _ = await again.result()
  }
}
