import Testing

/// The page that says what keeps whom from what names a test for each line: one that is there.
struct ThreatModelTests {
  static let page = Repository.files("Sources/Server/Server.docc", ["md"])
    .first { $0.name == "ThreatModel.md" }
  static let lines = (page?.text ?? "").split(separator: "\n").map(String.init)
  static let mentions = lines.flatMap { line in
    line.matches(of: /(?<file>[A-Za-z_]+(Tests|\.py)) “(?<test>[^”]+)”/)
      .map { Mention(file: String($0.file), test: String($0.test)) }
  }

  struct Mention: Sendable, CustomStringConvertible {
    let file: String
    let test: String
    var description: String { "\(file) “\(test)”" }
  }

  @Test(arguments: mentions)
  func `each test that the threat model names is there`(mention: Mention) {
    let isPython = mention.file.hasSuffix(".py")
    let head = isPython ? "def \(mention.test)(" : "func `\(mention.test)`"
    let files = Repository.files("Tests", isPython ? ["py"] : ["swift"])
      .filter { isPython ? $0.name == mention.file : $0.text.contains("struct \(mention.file)") }
    #expect(files.contains { $0.text.contains(head) })
  }

  @Test func `each line of a table names a test, or says that there is none`() {
    let rows = Self.lines.filter { $0.hasPrefix("| to ") }
    #expect(rows.count > 25)
    for row in rows {
      #expect(row.contains("” |") || row.contains("| (nothing"), "\(row)")
    }
  }
}
