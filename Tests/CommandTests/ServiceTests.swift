import Foundation
import ServerTesting
import Testing
import Transport

/// A server as a service manager runs it.
struct ServiceTests {
  static let activate = "/usr/bin/systemd-socket-activate"
  static let isThere = FileManager.default.isExecutableFile(atPath: activate)

  @Test func `the manager hears that the server is ready, alive and stopping`() async throws {
    let folder = try TemporaryDirectory()
    let socket = try #require(NotifySocket(in: folder))
    let (process, _) = try await DogearProcess.serve(
      data: folder.path + "/data",
      environment: ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "400000"])
    var heard: [String] = []
    // The first word of each message, until it was told alive three times.
    while heard.count(where: { $0 == "WATCHDOG=1" }) < 3 {
      let message = socket.receive()
      try #require(!message.isEmpty)
      heard.append(String(message.prefix { $0 != "\n" }))
    }
    #expect(heard.count(where: { $0 == "READY=1" }) == 1)
    #expect(Set(heard) == ["READY=1", "WATCHDOG=1"])
    process.send(SIGTERM)
    var last = "WATCHDOG=1"
    while last == "WATCHDOG=1" { last = String(socket.receive().prefix { $0 != "\n" }) }
    #expect(last == "STOPPING=1")
    #expect(await process.result().status == 0)
  }

  @Test(.enabled(if: isThere, "systemd-socket-activate is not installed."))
  func `a socket that systemd opened is served`() async throws {
    let folder = try TemporaryDirectory()
    let port = try freePort()
    let process = try await DogearProcess(
      [
        "--listen=127.0.0.1:\(port)", "--setenv=HOME=\(folder.path)",
        "--setenv=DOGEAR_PORT=1", "--", DogearProcess.path(of: "dogear"), "serve", "--data",
        folder.path + "/data",
      ], program: Self.activate)
    // The first to connect has the server started, and is not turned away meanwhile.
    let response = try await response(port)
    #expect(response.status == 200)
    let line = try await process.line(containing: "listens on")
    #expect(line.contains(":\(port)"))
    process.send(SIGTERM)
    let result = await process.result()
    #expect(result.status == 0)
    #expect(result.errors.contains("The setting port (1) does nothing here"), "\(result.errors)")
  }

  /// The settings name neither the address nor the port that a service manager listens on.
  @Test(.enabled(if: isThere, "systemd-socket-activate is not installed."))
  func `the link names the socket that a browser can open`() async throws {
    let folder = try TemporaryDirectory()
    let port = try freePort()
    let process = try await DogearProcess(
      [
        "--listen=\(folder.path)/proxy.socket", "--listen=127.0.0.1:\(port)",
        "--setenv=HOME=\(folder.path)", "--", DogearProcess.path(of: "dogear"), "serve", "--host",
        "localhost", "--data", folder.path + "/data",
      ], program: Self.activate)
    let visitor = Task { try await response(port) }
    let line = try await process.line(containing: "listens on")
    #expect(line.hasSuffix("http://127.0.0.1:\(port)"))
    #expect(try await visitor.value.status == 200)
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }

  @Test(.enabled(if: isThere, "systemd-socket-activate is not installed."))
  func `a socket for everybody is refused without TLS`() async throws {
    let folder = try TemporaryDirectory()
    let port = try freePort()
    let process = try await DogearProcess(
      [
        "--listen=0.0.0.0:\(port)", "--", DogearProcess.path(of: "dogear"), "serve", "--data",
        folder.path + "/data",
      ], program: Self.activate)
    let visitor = Task {
      _ = try await response(port)
      // Nobody should have answered; and where somebody does, this is not to wait for ever.
      process.send(SIGTERM)
    }
    let result = await process.result()
    visitor.cancel()
    #expect(result.status == 1)
    #expect(result.errors.contains("TLS"))
  }

  /// A port that nobody listens on now.
  private func freePort() throws -> Int {
    Int(try #require(try Listener.tcp(host: "127.0.0.1", port: 0).first?.port))
  }

  /// Tries until somebody listens, which the manager does not tell; and not for ever.
  private func response(_ port: Int) async throws -> TestResponse {
    let end = ContinuousClock.now + .seconds(20)
    while true {
      do {
        return try await TestHTTP.request(port, "GET", "/healthz")
      } catch {
        guard ContinuousClock.now < end else { throw error }
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  @Test func `what is handed over and is no socket is told in a sentence`() async throws {
    let folder = try TemporaryDirectory()
    let result = try await DogearProcess(
      [
        "-c", #"LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve --data "$1" 3</dev/null"#,
        DogearProcess.path(of: "dogear"), folder.path + "/data",
      ],
      program: "/bin/sh"
    ).result()
    #expect(result.status == 1)
    #expect(result.errors.contains("descriptor 3, which is no socket that listens"))
  }
}
