import Foundation
import ServerTesting
import Testing

/// The samples for systemd, as systemd itself reads them.
struct SampleUnitTests {
  private static let analyze = "/usr/bin/systemd-analyze"
  private static let isThere = FileManager.default.isExecutableFile(atPath: analyze)

  private let folder: TemporaryDirectory

  /// The samples in a folder, with the program where it was built.
  init() throws {
    folder = try TemporaryDirectory()
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Config/systemd")
    for name in ["dogear.service", "dogear.socket"] {
      let text = try String(contentsOf: samples.appendingPathComponent(name), encoding: .utf8)
      let built = DogearProcess.path(of: "dogear")
      try folder.write(text.replacing("/usr/local/bin/dogear", with: built), to: name)
    }
  }

  @Test(.enabled(if: isThere, "systemd-analyze is not installed."))
  func `systemd finds nothing wrong with them`() async throws {
    let result = try await Program.run([
      Self.analyze, "verify", folder.path + "/dogear.service", folder.path + "/dogear.socket",
    ])
    #expect(result.status == 0)
    #expect(result.output + result.errors == "")
  }

  @Test(.enabled(if: isThere, "systemd-analyze is not installed."))
  func `the service can do little beyond its own`() async throws {
    // In tenths of what systemd calls exposure, from 0 to 100.
    let result = try await Program.run([
      Self.analyze, "security", "--offline=true", "--threshold=15", "--no-pager",
      folder.path + "/dogear.service",
    ])
    #expect(result.status == 0, "\(result.output)")
  }
}
