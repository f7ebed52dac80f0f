package import Library
package import Server

/// A real server in this process, on a free port, with a data directory of its own.
package final class TestServer: Sendable {
  /// The port it listens on.
  package let port: Int
  /// Its data directory.
  package let data: TemporaryDirectory
  /// Its clock, which a test may move.
  package let clock: TestClock

  private let server: DogearServer
  private let settings: Settings

  /// Starts a server. `web` is the browser client's files by path, one page where a test needs none;
  /// `settings` are as a file would spell them; `data` is that of an earlier server to go on with.
  package init(
    web: [String: String] = ["index.html": "<!doctype html><title>Dogear</title>"],
    settings: [SettingKey: String] = [:], data: TemporaryDirectory? = nil,
    clock: TestClock = TestClock()
  ) throws {
    let data = try data ?? TemporaryDirectory()
    for (path, text) in web { try data.write(text, to: "Web/" + path) }
    var texts: [SettingKey: String] = [
      .data: data.path + "/data", .port: "0", .web: data.path + "/Web", .logLevel: "error",
    ]
    texts.merge(settings) { _, theirs in theirs }
    self.settings = try Settings(environment: [:]) { texts[$0] }
    self.data = data
    self.clock = clock
    server = try DogearServer(self.settings, environment: [:], clock: clock.now)
    port = server.port
  }

  /// What the server said to whoever started it.
  package var greeting: [String] { server.greeting }

  /// Has the certificates read again, as SIGHUP does.
  package func reloadCertificates() { server.reloadCertificates() }

  /// Stops the server; its data stays for another.
  package func stop() async { await server.stop() }

  /// Has a command done the way the command line does.
  package func perform(_ command: AdministrationCommand) throws -> JSONValue {
    try command.perform(settings).json
  }

  /// Adds a device and returns its token.
  package func addDevice(_ name: String = "Test device") throws -> String {
    try perform(.addDevice(name: name))["token"]?.string ?? ""
  }

  /// Sends one HTTP request, as the device of `token` where there is one.
  package func request(
    _ method: String, _ path: String, _ fields: [String: String] = [:], token: String? = nil,
    body: String = ""
  ) async throws -> TestResponse {
    var fields = fields
    if let token { fields["Authorization"] = "Bearer \(token)" }
    return try await TestHTTP.request(port, method, path, fields, body: Array(body.utf8))
  }
}
