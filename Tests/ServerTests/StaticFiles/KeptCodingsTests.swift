import Foundation
import Server
import ServerTesting
import Testing

/// What the client's packs are compressed to outlasts a server, and never is anything else than that.
@Suite struct KeptCodingsTests {
  private let data: TemporaryDirectory
  private let content = Array(String(repeating: "export const place = 1;\n", count: 200).utf8)
  private let made = Array("compressed".utf8)

  init() throws { data = try TemporaryDirectory() }

  private var folder: String { data.path + "/cache" }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// What is given of `content`, and whether it had to be made.
  private func give(
    _ content: [UInt8], _ coding: String = "br", in folder: String? = nil
  ) -> (bytes: [UInt8]?, isMade: Bool) {
    var isMade = false
    let bytes = KeptCodings(folder: folder ?? self.folder).bytes(of: content, in: coding) { _ in
      isMade = true
      return made
    }
    return (bytes, isMade)
  }

  @Test func `what was made once is there for the next server`() throws {
    #expect(give(content) == (made, true))
    #expect(give(content) == (made, false))
    #expect(give(content, "gzip") == (made, true))
    #expect(give(content + [10]) == (made, true))
    #expect(try names().count == 3)
  }

  @Test(arguments: 0..<4)
  func `what is not whole is made anew`(damage: Int) throws {
    _ = give(content)
    let path = try folder + "/" + #require(try names().first)
    let whole = try Data(contentsOf: URL(filePath: path))
    let damaged =
      switch damage {
      case 0: Data()
      case 1: whole.dropLast()
      case 2: whole + Data(repeating: 0, count: content.count)
      default: Data(whole.enumerated().map { $0.offset == 40 ? $0.element ^ 1 : $0.element })
      }
    try damaged.write(to: URL(filePath: path))
    #expect(give(content) == (made, true))
    #expect(give(content) == (made, false))
    #expect(try Data(contentsOf: URL(filePath: path)) == whole)
  }

  @Test func `a file under the name of another content is not taken for it`() throws {
    let other = content + [10]
    _ = give(content)
    let first = try #require(try names().first)
    _ = give(other)
    let second = try #require(try names().first { $0 != first })
    try data.remove("cache/\(second)")
    try FileManager.default.copyItem(
      atPath: folder + "/" + first, toPath: folder + "/" + second)
    #expect(give(other) == (made, true))
  }

  @Test func `where nothing can be written it is made each time`() throws {
    try data.write("no folder", to: "file")
    for place in [data.path + "/file", data.path + "/not/there"] {
      #expect(give(content, in: place) == (made, true))
      #expect(give(content, in: place) == (made, true))
    }
  }

  @Test func `the oldest go, also what was left half written, and nothing of others`() throws {
    try data.write("mine", to: "cache/notes.txt")
    try data.write("half", to: "cache/half.br.1234.partial")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)],
      ofItemAtPath: folder + "/half.br.1234.partial")
    for number in 0..<40 { _ = give(content + [UInt8(number)]) }
    let kept = try names()
    #expect(kept.count == 17)
    #expect(kept.contains("notes.txt") && !kept.contains { $0.hasSuffix(".partial") })
  }

  @Test func `a server gives the same of the packs before and after its start`() async throws {
    let text = (0..<500).map { "export const word\($0) = \"\($0 * 7_919 % 1_000)\";" }
    let web = [
      "index.html": "<!doctype html>", "app.js": text.joined(separator: "\n"),
      "views/rest.js": "import \"../app.js\";\n" + text.joined(separator: "\n"),
      "shell-files.js": "export const shellVersion = \"1\";\n",
    ]
    let server = try TestServer(web: web, data: data)
    var tags: [String?] = []
    for coding in ["br", "gzip"] {
      let answer = try await server.request("GET", "/app.js", ["Accept-Encoding": coding])
      #expect(answer.fields["content-encoding"] == coding)
      tags.append(answer.fields["etag"])
    }
    await server.stop()
    let cache = data.path + "/data/cache"
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache).count == 2)
    let next = try TestServer(web: web, data: data)
    for (coding, tag) in zip(["br", "gzip"], tags) {
      let answer = try await next.request("GET", "/app.js", ["Accept-Encoding": coding])
      #expect(answer.fields["etag"] == tag)
    }
    // Of another client they are others.
    try data.write("export const other = 1;\n" + (web["app.js"] ?? ""), to: "Web/app.js")
    try await Task.sleep(for: .seconds(1.1))
    let other = try await next.request("GET", "/app.js", ["Accept-Encoding": "br"])
    #expect(other.fields["etag"] != tags[0])
    await next.stop()
  }
}
