import Server
import ServerTesting
import Testing

struct StaticFilesTests {
  @Test func `files are known by their path below the folder`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("<!doctype html>", to: "index.html")
    try folder.write("export {};", to: "views/list.js")
    var files = try StaticFiles(root: folder.path)
    let page = files.file(at: "index.html")
    #expect(page?.type == "text/html; charset=utf-8")
    let script = files.file(at: "views/list.js")
    #expect(script?.bytes == Array("export {};".utf8))
    #expect(page?.tag != script?.tag)
  }

  @Test(arguments: [
    "../secret.txt", "views/../../secret.txt", "/etc/passwd", "views//list.js", "./index.html",
    "views/", "views", "", ".hidden.js", "notes.md", "link.js", "views\u{0}/list.js",
  ])
  func `no other path leads anywhere`(path: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write("secret", to: "secret.txt")
    try folder.write("<!doctype html>", to: "Web/index.html")
    try folder.write("export {};", to: "Web/views/list.js")
    try folder.write("hidden", to: "Web/.hidden.js")
    try folder.write("not of the client", to: "Web/notes.md")
    try folder.link("../secret.txt", at: "Web/link.js")
    var files = try StaticFiles(root: folder.path + "/Web")
    let file = files.file(at: path)
    #expect(file?.bytes == nil)
  }

  @Test func `a file that changed is read again, and its tag with it`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("one", to: "index.html")
    var files = try StaticFiles(root: folder.path)
    let before = files.file(at: "index.html")
    try folder.write("other", to: "index.html")
    let after = files.file(at: "index.html")
    #expect(after?.bytes == Array("other".utf8))
    #expect(before?.tag != after?.tag)
  }

  @Test func `a folder that is new is found, however deep`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("one", to: "index.html")
    var files = try StaticFiles(root: folder.path)
    #expect(files.file(at: "views/rows/list.js") == nil)
    try folder.write("two", to: "views/rows/list.js")
    #expect(files.file(at: "views/rows/list.js")?.bytes == Array("two".utf8))
  }

  @Test func `a file that is new is found, and one that is gone is not`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("one", to: "index.html")
    var files = try StaticFiles(root: folder.path)
    let early = files.file(at: "new.js")
    try folder.write("export {};", to: "new.js")
    let there = files.file(at: "new.js")
    try folder.remove("new.js")
    let late = files.file(at: "new.js")
    #expect(early?.tag == nil && there?.tag != nil && late?.tag == nil)
  }

  @Test func `a client that was away for a moment is found again, with what is new in it`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("one", to: "Web/index.html")
    var files = try StaticFiles(root: folder.path + "/Web")
    try folder.remove("Web")
    let away = files.file(at: "new.js")
    try folder.write("one", to: "Web/index.html")
    try folder.write("export {};", to: "Web/new.js")
    let back = files.file(at: "new.js")
    #expect(away?.tag == nil && back?.tag != nil)
  }

  @Test func `a new file that cannot be read hides no other, and is found once it can`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("one", to: "index.html")
    try folder.write("two", to: "views/list.js")
    var files = try StaticFiles(root: folder.path)
    let large = String(repeating: "x", count: Limits.staticFileByteCountMax + 1)
    for name in ["a.js", "m.js", "z.js"] { try folder.write("three", to: "views/\(name)") }
    try folder.write(large, to: "views/broken.js")
    for name in ["a.js", "m.js", "z.js"] { #expect(files.file(at: "views/\(name)")?.tag != nil) }
    #expect(files.file(at: "views/broken.js")?.tag == nil)
    // Written over, it makes nothing new of the folder that it is in.
    try folder.write("four", to: "views/broken.js")
    #expect(files.file(at: "views/broken.js")?.bytes == Array("four".utf8))
  }

  @Test func `a folder without a page is no browser client`() throws {
    let folder = try TemporaryDirectory()
    #expect(throws: StaticFilesError.noIndex(folder.path)) {
      try StaticFiles(root: folder.path)
    }
  }

  @Test func `text of more than a line is kept compressed, and an image is not`() throws {
    let text = [UInt8](repeating: 0x61, count: 4_096)
    let file = StaticFile(type: "text/css; charset=utf-8", bytes: text)
    #expect(file.codings.map(\.name) == ["br", "gzip"])
    let contents = file.codings.compactMap(\.content)
    #expect(contents.allSatisfy { $0.bytes.count < 100 })
    #expect(contents.last?.bytes.prefix(2) == [0x1F, 0x8B])
    #expect(Set(contents.map(\.tag) + [file.tag]).count == 3)
    #expect(StaticFile(type: "image/png", bytes: text).codings.isEmpty)
    let short = StaticFile(type: "text/css; charset=utf-8", bytes: Array(text.prefix(127)))
    #expect(short.codings.isEmpty)
  }
}
