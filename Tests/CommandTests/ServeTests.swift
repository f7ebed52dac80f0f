import Foundation
import Glibc
import ServerTesting
import Testing

@Suite(.serialized)
struct ServeTests {
  @Test func `the first start prints a link that pairs`() async throws {
    let folder = try TemporaryDirectory()
    let (process, port) = try await DogearProcess.serve(data: folder.path + "/data")
    let link = try await process.line(containing: "/pair#")
    #expect(link.hasPrefix("http://127.0.0.1:\(port)/pair#"))
    let code = link.split(separator: "#")[1]
    let response = try await TestHTTP.request(
      port, "POST", "/v1/pair", body: Array(#"{"code":"\#(code)"}"#.utf8))
    #expect(response.status == 200)
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }

  @Test func `a file is no data directory`() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("words", to: "file")
    let result = try await DogearProcess.run(["serve", "--data", folder.path + "/file"])
    #expect(result.status == 1)
    #expect(result.errors.contains("/file cannot be used: Not a directory."))
  }

  @Test func `a file is no data directory to any command, nor a link that leads nowhere a library`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let file = try folder.write("words", to: "file")
    for words in [["check"], ["pair"], ["export", folder.path + "/export.json"]] {
      expectSentence(
        try await DogearProcess.run(words + ["--data", file]), "cannot be used: Not a directory.")
    }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/data", withIntermediateDirectories: false)
    try folder.link("library.sqlite", at: "data/library.sqlite")
    for words in [["check"], ["serve", "--port", "0"]] {
      expectSentence(
        try await DogearProcess.run(words + ["--data", folder.path + "/data"]),
        "Too many levels of symbolic links.")
    }
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `asked to stop it says goodbye and ends with status 0`(signal: Int32) async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    let token = try await directory.run("device", "add", "Reader").output.dropLast()
    let (process, port) = try await DogearProcess.serve(data: directory.data)
    let client = try await TestClient(port: port, token: String(token))
    _ = try await client.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    process.send(signal)
    #expect(try await client.socket.receiveClose() == 1012)
    #expect(await process.result().status == 0)
    #expect(!FileManager.default.fileExists(atPath: directory.data + "/control.sock"))
    let check = try await directory.run("check")
    #expect(check.status == 0)
  }

  @Test func `the end of its terminal is no end of the server, nor is a reload without TLS`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let (process, port) = try await DogearProcess.serve(data: folder.path + "/data")
    process.send(SIGHUP)
    #expect(try await TestHTTP.request(port, "GET", "/healthz").status == 200)
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }

  @Test func `who reads the log may go away`() async throws {
    let folder = try TemporaryDirectory()
    let process = try await DogearProcess(
      ["serve", "--data", folder.path + "/data", "--port", "0"], mergesErrors: true)
    let line = try await process.line(containing: "listens on http://127.0.0.1:")
    let port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
    try await process.closeOutput()
    // What is wrong with a code is written to the log.
    for _ in 0..<3 {
      let response = try await TestHTTP.request(
        port, "POST", "/v1/pair", body: Array(#"{"code":"AAAAA-00000"}"#.utf8))
      #expect(response.status == 403)
    }
    process.send(SIGTERM)
    #expect(await process.status() == 0)
  }

  @Test func `a second server on the directory is turned away`() async throws {
    let directory = try await DataDirectoryCase(withServer: true)
    let second = try await directory.run("serve", "--port", "0")
    #expect(second.status == 1)
    #expect(second.errors.contains("Another dogear already uses"))
    await directory.end()
  }

  @Test func `a port that is taken is told in a sentence`() async throws {
    let folder = try TemporaryDirectory()
    let (process, port) = try await DogearProcess.serve(data: folder.path + "/one")
    let second = try await DogearProcess.run(
      ["serve", "--data", folder.path + "/two", "--port", String(port)])
    #expect(second.status == 1)
    #expect(second.errors.contains("Another program is listening"))
    process.send(SIGTERM)
    _ = await process.result()
  }

  static let isFirstPortFree =
    FileManager.default.contents(atPath: "/proc/sys/net/ipv4/ip_unprivileged_port_start")
    .map { String(decoding: $0, as: UTF8.self) } == "0\n"

  @Test(.disabled(if: isFirstPortFree, "Anybody may listen on any port here."))
  func `a port that is root's alone is told in a sentence`() async throws {
    let folder = try TemporaryDirectory()
    // Root may, unless it has given that up.
    let humbled = geteuid() == 0 ? ["setpriv", "--bounding-set=-net_bind_service"] : []
    let words = humbled + [DogearProcess.path(of: "dogear"), "serve", "--port", "81"]
    expectSentence(
      try await DogearProcess.run(
        words + ["--data", folder.path + "/data"], environment: ["DOGEAR_LOG_LEVEL": "error"],
        program: "/usr/bin/env"), "may not listen on 127.0.0.1:81: ports below 1024")
  }

  @Test func `another address than loopback is refused without a proxy`() async throws {
    let folder = try TemporaryDirectory()
    let result = try await DogearProcess.run(
      ["serve", "--data", folder.path + "/data", "--host", "0.0.0.0"])
    #expect(result.status == 1)
    #expect(result.errors.contains("TLS"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
  }

  @Test func `a directory too deep for a socket's name is served like any other`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    let deep = directory.data + "/" + String(repeating: "deep/", count: 30) + "data"
    // A service and somebody's session have not all variables alike.
    let (process, _) = try await DogearProcess.serve(
      data: deep, environment: ["XDG_RUNTIME_DIR": directory.folder.path])
    try directory.folder.link(deep, at: "short")
    for path in [deep, deep + "/../data", directory.folder.path + "/short"] {
      let result = try await DogearProcess.run(["device", "add", "Reader", "--data", path])
      #expect(result.status == 0, "\(result.errors)")
    }
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }

  @Test func `flags win over the environment, and that over the file`() async throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write("pairingMinutes: 7\nport: 70000\nlogLevel: error\n", to: "a.yaml")
    let (process, _) = try await DogearProcess.serve(
      data: folder.path + "/data", arguments: ["--config", file],
      environment: ["DOGEAR_PAIRING_MINUTES": "9", "DOGEAR_PORT": "80000"])
    _ = try await process.line(containing: "within 9 minutes")
    process.send(SIGTERM)
    #expect(await process.result().errors.isEmpty)
  }

  @Test func `what Kubernetes says of a service of the same name is no setting`() async throws {
    let folder = try TemporaryDirectory()
    let result = try await DogearProcess.run(
      ["device", "add", "Reader", "--data", folder.path + "/data"],
      environment: ["DOGEAR_PORT": "tcp://10.0.0.5:8080"])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `a variable that is no setting is told of beside the nearest that is one`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let log = folder.path + "/log"
    let (process, _) = try await DogearProcess.serve(
      data: folder.path + "/data",
      environment: [
        "DOGEAR_PROT": "1", "DOGEAR_PUBLICURL": "https://a.example", "DOGEAR_METRICS": "nobody",
        "DOGEAR_SERVICE_HOST": "10.0.0.5", "DOGEAR_PORT_8080_TCP_PORT": "8080",
      ], log: log)
    process.send(SIGTERM)
    let result = await process.result()
    #expect(result.status == 0)
    let warnings = result.errors.split(separator: "\n").filter { $0.contains("no setting") }
    #expect(warnings.count == 2)
    #expect(warnings.first?.contains("DOGEAR_PROT is no setting") == true)
    #expect(warnings.first?.hasSuffix("is DOGEAR_PORT.") == true)
    #expect(warnings.last?.hasSuffix("is DOGEAR_PUBLIC_URL.") == true)
  }

  @Test func `the sample configuration is one that works`() async throws {
    let folder = try TemporaryDirectory()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let (process, _) = try await DogearProcess.serve(
      data: folder.path + "/data",
      arguments: ["--config", root.appendingPathComponent("Config/dogear.yaml").path])
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }

  @Test(arguments: [
    ("prot: 1\n", "prot"), ("port: many\n", "port"), ("- a\n- b\n", "YAML"), ("port: [\n", "YAML"),
  ])
  func `a file that is wrong is told in a sentence`(text: String, mention: String) async throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write(text, to: "wrong.yaml")
    let result = try await DogearProcess.run(
      ["serve", "--data", folder.path + "/data", "--config", file])
    #expect(result.status == 1)
    #expect(result.errors.contains(mention))
  }
}
