import Foundation
import Library
import Server
import ServerTesting
import Testing

/// The server's own backups, which it makes while it serves.
struct BackupTimerTests {
  static let day = 24 * 3_600_000

  /// What `GET /v1/backups` says as soon as `condition` holds. The server looks once a second whether
  /// a backup is due, and each look is worth a question.
  func state(
    of server: TestServer, _ token: String, _ condition: (JSONValue) -> Bool
  ) async throws -> JSONValue {
    while true {
      let response = try await server.request("GET", "/v1/backups", token: token)
      #expect(response.status == 200)
      if condition(response.json) { return response.json }
    }
  }

  func backups(in server: TestServer, _ folder: String = "data/backups") -> [String] {
    let path = server.data.path + "/" + folder
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test func `a backup is made a day after the library, and a day after each other`() async throws {
    let server = try TestServer(settings: [.backupsKept: "2"])
    let token = try server.addDevice()
    let start = server.clock.now()
    let before = try await state(of: server, token) { _ in true }
    #expect(before["enabled"] == true && before["kept"] == 0 && before["last"] == nil)
    #expect(before["next"]?.int.map { $0 <= start + Self.day } == true)
    var last = 0
    for count in 1...3 {
      server.clock.advance(byMilliseconds: Self.day)
      let after = try await state(of: server, token) { ($0["last"]?.int ?? 0) > last }
      last = after["last"]?.int ?? 0
      #expect(after["problem"] == nil)
      let done = try await state(of: server, token) { $0["next"]?.int == last + Self.day }
      #expect(done["kept"]?.int == min(count, 2))
    }
    #expect(last == server.clock.now())
    await server.stop()
    let newest = try #require(backups(in: server).last)
    let folder = try TemporaryDirectory()
    let settings = try Settings(environment: [:]) { $0 == .data ? folder.path + "/data" : nil }
    let restored = try Restoration(of: server.data.path + "/data/backups/" + newest, to: settings)
    #expect(restored.summary.libraries.map(\.head) == [0])
  }

  @Test func `two books that turned out to be one are told as one`() async throws {
    let server = try TestServer()
    for name in ["one", "other"] {
      let client = try await TestClient(port: server.port, token: try server.addDevice(name))
      _ = try await client.pushed([
        [
          "op": .string(name), "n": 1, "base": 0, "at": 0,
          "do": [
            [
              "e": "book", "id": .string(name), "create": true, "set": ["title": "Dune"],
              "add": ["identifiers": ["isbn:9780306406157": nil]],
            ]
          ],
        ]
      ])
    }
    server.clock.advance(byMilliseconds: Self.day)
    _ = try await state(of: server, try server.addDevice()) { $0["last"] != nil }
    await server.stop()
    let backup = try #require(backups(in: server).last)
    let folder = try TemporaryDirectory()
    let settings = try Settings(environment: [:]) { $0 == .data ? folder.path + "/data" : nil }
    let restored = try Restoration(of: server.data.path + "/data/backups/" + backup, to: settings)
    #expect(restored.summary.libraries.map(\.bookCount) == [1])
  }

  @Test func `a backup that fails is told, and tried again`() async throws {
    let data = try TemporaryDirectory()
    // A file where the folder should be.
    try data.write("", to: "away")
    let server = try TestServer(settings: [.backupFolder: data.path + "/away/here"], data: data)
    let token = try server.addDevice()
    server.clock.advance(byMilliseconds: Self.day)
    let failed = try await state(of: server, token) { $0["problem"] != nil }
    #expect(failed["problem"]?.string?.contains("away/here: Not a directory") == true)
    #expect(failed["last"] == nil)
    #expect(
      failed["next"]?.int == server.clock.now() + Limits.backupRetryMilliseconds)
    try data.remove("away")
    server.clock.advance(byMilliseconds: Limits.backupRetryMilliseconds)
    let made = try await state(of: server, token) { $0["problem"] == nil }
    #expect(made["kept"] == 1)
    await server.stop()
  }

  func sample(_ name: String, of server: TestServer) async throws -> Int? {
    let text = try await server.request("GET", "/metrics").text
    return text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
      .flatMap { Int($0.dropFirst(name.count + 1)) }
  }

  @Test func `the numbers tell of backups, and after a restart of the last one still`() async throws
  {
    let data = try TemporaryDirectory()
    try data.write("", to: "away")
    let settings: [SettingKey: String] = [.backupFolder: data.path + "/away"]
    let server = try TestServer(settings: settings, data: data)
    let token = try server.addDevice()
    server.clock.advance(byMilliseconds: Self.day)
    _ = try await state(of: server, token) { $0["problem"] != nil }
    #expect(try await sample("dogear_backups_failed_total", of: server) == 1)
    #expect(try await sample("dogear_last_backup_timestamp_seconds", of: server) == nil)
    try data.remove("away")
    server.clock.advance(byMilliseconds: Limits.backupRetryMilliseconds)
    _ = try await state(of: server, token) { $0["problem"] == nil }
    #expect(try await sample("dogear_backups_failed_total", of: server) == 1)
    #expect(
      try await sample("dogear_last_backup_timestamp_seconds", of: server)
        == server.clock.now() / 1_000)
    let byteCount = try await sample("dogear_last_backup_bytes", of: server)
    await server.stop()
    let again = try TestServer(settings: settings, data: data)
    #expect(try await sample("dogear_backups_failed_total", of: again) == 0)
    #expect(try await sample("dogear_last_backup_timestamp_seconds", of: again) ?? 0 > 0)
    #expect(try await sample("dogear_last_backup_bytes", of: again) == byteCount)
    #expect(byteCount ?? 0 > 4_096)
    await again.stop()
  }

  @Test func `what was cut short leaves its room before the next is made`() async throws {
    let data = try TemporaryDirectory()
    let server = try TestServer(settings: [.backupFolder: data.path + "/backups"], data: data)
    let token = try server.addDevice()
    let cutShort = "dogear-20261105T000000Z.sqlite.k3j9.partial"
    try data.write("", to: "backups/" + cutShort)
    // A folder stands where the next one belongs, so that it fails.
    let next = BackupFolder(path: "backups").path(now: server.clock.now() + Self.day)
    try data.write("", to: next + "/x")
    server.clock.advance(byMilliseconds: Self.day)
    let failed = try await state(of: server, token) { $0["problem"] != nil }
    #expect(failed["kept"] == 0)
    #expect(!FileManager.default.fileExists(atPath: data.path + "/backups/" + cutShort))
    await server.stop()
  }

  @Test func `without an interval there are no backups`() async throws {
    let server = try TestServer(settings: [.backupHours: "0"])
    let token = try server.addDevice()
    let state = try await state(of: server, token) { _ in true }
    #expect(state == ["enabled": false, "kept": 0])
    #expect(try await sample("dogear_last_backup_timestamp_seconds", of: server) == nil)
    await server.stop()
  }
}
