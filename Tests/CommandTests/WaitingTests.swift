import Glibc
import Server
import ServerTesting
import Testing

/// A server, or a command, that starts while another dogear still has the data directory.
struct WaitingTests {
  private let folder: TemporaryDirectory
  private let directory: DataDirectory

  init() async throws {
    folder = try TemporaryDirectory()
    directory = DataDirectory(path: folder.path + "/data")
    #expect(try await run("device", "add", "Reader").status == 0)
  }

  @Test func `a server waits for a command that is not done, and says so`() async throws {
    let lock = try DirectoryLock(directory)
    let process = try await start("serve", "--port", "0")
    _ = try await process.line(containing: "Waiting up to 10 seconds for another dogear")
    _ = consume lock
    _ = try await process.line(containing: "listens on")
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `who waits may be told to give up`(signal: Int32) async throws {
    let lock = try DirectoryLock(directory)
    let process = try await start("serve", "--port", "0")
    _ = try await process.line(containing: "Waiting")
    process.send(signal)
    let result = await process.result()
    #expect(result.status == -Int(signal))
    #expect(!result.output.contains("already uses"))
    _ = consume lock
  }

  static let hasNamespaces =
    (try? ChildProcess(["/usr/bin/unshare", "--pid", "--fork", "/bin/true"], output: 2, errors: 2))?
    .end() == 0

  @Test(.enabled(if: hasNamespaces, "No process can be made the first of its own here."))
  func `who waits as the first process of a container may be told to give up`() async throws {
    let lock = try DirectoryLock(directory)
    let result = try await DogearProcess.run(
      [
        "--pid", "--fork", "/bin/sh", "-c",
        // Before it waits it hears nothing, as the first process: it is told until it is gone.
        #"(while sleep 1; do kill -TERM 1; done) & exec "$0" serve --port 0 --data "$1""#,
        DogearProcess.path(of: "dogear"), directory.path,
      ], program: "/usr/bin/unshare")
    #expect(result.status == 128 + Int(SIGTERM))
    #expect(!result.errors.contains("already uses"))
    _ = consume lock
  }

  /// A wait that the system breaks off for that is begun anew.
  @Test func `a command that a shell suspends has its answer when it goes on`() async throws {
    let (server, _) = try await DogearProcess.serve(data: directory.path)
    server.send(SIGSTOP)
    let command = try await start("device", "list")
    usleep(300_000)
    command.send(SIGSTOP)
    usleep(100_000)
    command.send(SIGCONT)
    usleep(100_000)
    server.send(SIGCONT)
    let result = await command.result()
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("Reader"))
    server.send(SIGTERM)
    #expect(await server.result().status == 0)
  }

  @Test func `a server that stops is followed by the next`() async throws {
    let (first, _) = try await DogearProcess.serve(data: directory.path)
    first.send(SIGTERM)
    let (second, _) = try await DogearProcess.serve(data: directory.path)
    #expect(await first.result().status == 0)
    second.send(SIGTERM)
    #expect(await second.result().status == 0)
  }

  @Test func `a restore waits for a command, and tells a server that runs from one`() async throws {
    let backup = folder.path + "/backup.sqlite"
    #expect(try await run("backup", backup).status == 0)
    let lock = try DirectoryLock(directory)
    let process = try await start("restore", backup)
    _ = try await process.line(containing: "Waiting")
    _ = consume lock
    _ = try await process.line(containing: "Restored")
    #expect(await process.result().status == 0)

    let (server, _) = try await DogearProcess.serve(data: directory.path)
    let refused = try await run("restore", backup)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("A server runs on"))
    server.send(SIGTERM)
    #expect(await server.result().status == 0)
  }

  @Test func `a command waits for another, and says so`() async throws {
    let lock = try DirectoryLock(directory)
    let process = try await start("device", "list")
    _ = try await process.line(containing: "Waiting")
    _ = consume lock
    _ = try await process.line(containing: "Reader")
    #expect(await process.result().status == 0)
  }

  @Test func `commands at the same time are all done, also while a server starts`() async throws {
    async let server = DogearProcess.serve(data: directory.path).process
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<6 {
        group.addTask { try await run("device", "add", "Phone \(number)").status }
      }
      for try await status in group { #expect(status == 0) }
    }
    try await server.send(SIGTERM)
    #expect(try await server.result().status == 0)
    #expect(try await run("device", "list").output.split(separator: "\n").count == 7)
  }

  private func start(_ arguments: String...) async throws -> DogearProcess {
    try await DogearProcess(arguments + ["--data", directory.path], mergesErrors: true)
  }

  private func run(_ arguments: String...) async throws -> DogearProcess.Result {
    try await DogearProcess.run(arguments + ["--data", directory.path])
  }
}
