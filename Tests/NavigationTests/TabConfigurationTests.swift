import Foundation
import Library
import Navigation
import Testing

@Suite struct TabConfigurationTests {
  @Test func `the table of tabs is the one the browser has`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Web/navigation/tabs.js")
    let source = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(source.range(of: "Object.freeze(["))
    let end = try #require(source.range(of: "]);", options: .backwards))
    let shared = try JSONValue(parsing: "[" + source[start.upperBound..<end.lowerBound] + "]")
    #expect(shared == .array(TabConfiguration.all.map(\.json)))
  }

  @Test func `every tab has its place in the table`() {
    #expect(TabConfiguration.all.map(\.tab) == Tab.allCases)
    for tab in Tab.allCases { #expect(tab.configuration.identifier == "tabBar.\(tab.rawValue)Tab") }
  }
}
