import Foundation
import Library
import ServerTesting
import Testing

/// What a person reads of the program: on a terminal, and in the log.
struct TalkTests {
  private static let script = "/usr/bin/script"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: script), "script is missing."))
  func `on a terminal a link comes with its QR code, in a file without`() async throws {
    let folder = try TemporaryDirectory()
    let command = "\(DogearProcess.path(of: "dogear")) pair --data \(folder.path)/data"
    // It gives the command a terminal of its own.
    let shown = try await Program.run([
      "/usr/bin/env", "TERM=xterm", Self.script, "-qec", command, "/dev/null",
    ])
    #expect(shown.output.contains("/pair#"))
    #expect(shown.output.contains("\u{1B}[30;107m"))
    let written = try await Program.run(["/bin/sh", "-c", command])
    #expect(written.output.contains("/pair#"))
    #expect(!written.output.contains("\u{1B}"))
  }

  @Test func `one part of the log may be louder than the others`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    let token = try await directory.run("device", "add", "Reader").output.dropLast()
    let log = directory.folder.path + "/server.log"
    let process = try await DogearProcess(
      ["serve", "--data", directory.data, "--port", "0"],
      environment: ["DOGEAR_LOG_LEVEL": "error,hub=debug"], log: log)
    let line = try await process.line(containing: "listens on http://127.0.0.1:")
    let port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
    let client = try await TestClient(port: port, token: String(token))
    _ = try await client.pushed([TestClient.book("b1", title: "Dune", n: 1)])
    process.send(SIGTERM)
    let result = await process.result()
    #expect(result.errors.contains("Committed."))
    #expect(!result.errors.contains("Answered."))
    #expect(!result.errors.contains("A session began."))
  }

  @Test func `the log tells what a program calls itself, on a line of its own`() async throws {
    let folder = try TemporaryDirectory()
    let (process, port) = try await DogearProcess.serve(
      data: folder.path + "/data", environment: ["DOGEAR_LOG_LEVEL": "error,sessions=debug"])
    let socket = try await TestSocket(port: port)
    try socket.send([
      "t": "hello", "protocol": [1, 1], "client": "me/1\nall is well", "schema": 7,
      "device": ["incarnation": "one"], "cursor": 0, "clock": 0,
    ])
    _ = try await socket.receive("error")
    process.send(SIGTERM)
    let lines = await process.result().errors.split(separator: "\n")
    let line = try #require(lines.first { $0.contains("Said hello.") })
    #expect(line.contains(#"client="me/1\nall is well""#) && line.contains("schema=7"), "\(line)")
  }
}
