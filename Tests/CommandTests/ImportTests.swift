import Foundation
import ServerTesting
import Testing

/// What a script learns of an import that went wrong in part.
struct ImportTests {
  @Test func `an import of which a part failed says so in its status, and keeps the rest`()
    async throws
  {
    let directory = try await DataDirectoryCase(withServer: false)
    let file = try directory.folder.write(CommandTests.goodreads, to: "goodreads.csv")
    #expect(try await directory.run("import", file).status == 0)
    let export = directory.folder.path + "/export.json"
    #expect(try await directory.run("export", export).status == 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: export))
    let cut = directory.folder.path + "/cut.json"
    try bytes.prefix(bytes.count * 2 / 3).write(to: URL(fileURLWithPath: cut))
    let other = try await DataDirectoryCase(withServer: false)
    let result = try await other.run("import", cut)
    #expect(result.status == 1, "\(result.output)")
    #expect(result.output.contains("ends early"))
    #expect(try await other.run("import", export).status == 0)
  }

  @Test func `what stands in a file moves nothing on the terminal, and breaks no line`()
    async throws
  {
    let directory = try await DataDirectoryCase(withServer: false)
    let table = "Title,Author,Rating\nEmma,Jane Austen,\"\u{1B}[2Jfine\nindeed\"\n"
    let report = try await directory.run(
      "import", try directory.folder.write(table, to: "table.csv"))
    #expect(report.status == 0)
    #expect(report.output.split(separator: "\n").count == 2)
    #expect(!report.output.contains("\u{1B}"))
    let foreign = try directory.folder.write("Bo\u{1B}[2Jok,\"Wri\nter\"\n", to: "foreign.csv")
    let refusal = try await directory.run("import", foreign)
    expectSentence(refusal, "has the columns")
    #expect(!refusal.errors.contains("\u{1B}"))
  }
}
