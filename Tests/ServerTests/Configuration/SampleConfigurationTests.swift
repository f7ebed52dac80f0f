import Foundation
import Server
import Testing

/// `Config/dogear.yaml` is where people look a setting up: it must say everything, and nothing else.
struct SampleConfigurationTests {
  let lines: [Substring]

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appendingPathComponent("Config/dogear.yaml"), encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test(arguments: SettingKey.allCases)
  func `every setting stands there with its default and a word on what it does`(
    key: SettingKey
  ) throws {
    let position = try #require(lines.firstIndex { $0.hasPrefix(key.rawValue + ":") })
    let value = lines[position].dropFirst(key.rawValue.count + 1).drop { $0 == " " }
    #expect(value.replacing("\"", with: "") == key.defaultText)
    let comment = lines[..<position].reversed().prefix { $0.hasPrefix("# ") }
    #expect(comment.contains { $0.contains("Default:") }, "\(key.rawValue) lacks “Default:”")
    #expect(comment.contains { $0.contains("Unit:") }, "\(key.rawValue) lacks “Unit:”")
    #expect(comment.count >= 3, "\(key.rawValue) lacks its consequence")
  }

  @Test func `nothing stands there that is no setting`() throws {
    let values = try SettingsFile.values(in: Array(lines.joined(separator: "\n").utf8), of: "file")
    #expect(values.count == SettingKey.allCases.count)
  }
}
