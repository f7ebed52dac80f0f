import Foundation
import Library
import ServerTesting
import Testing

@Suite(.serialized)
struct CommandTests {
  @Test(arguments: [false, true])
  func `device add prints the token and nothing else`(withServer: Bool) async throws {
    let directory = try await DataDirectoryCase(withServer: withServer)
    let result = try await directory.run("device", "add", "Reader")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.wholeMatch(of: /[A-Za-z0-9_-]{43}\n/) != nil)
    await directory.end()
  }

  @Test func `a token that cannot be written is nobody's`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    let lost = try await directory.runToFullDisk("device", "add", "Reader")
    expectSentence(lost)
    #expect(lost.errors.contains("taken away again"))
    #expect(try await directory.run("device", "list").output.contains("Reader\trevoked "))
    // A pipe that nobody reads from ends a program unless it looks.
    _ = try await DogearProcess.run(
      [
        "-c", #"(sleep 0.2; "$0" device add Phone --data "$1") | true"#,
        DogearProcess.path(of: "dogear"), directory.data,
      ], program: "/bin/sh")
    #expect(try await directory.run("device", "list").output.contains("Phone\trevoked "))
    // What is opened next must not get the number of an output that is not there.
    let closed = try await DogearProcess.run(
      [
        "-c", #""$0" device add Tablet --data "$1" <&- >&-"#, DogearProcess.path(of: "dogear"),
        directory.data,
      ], program: "/bin/sh")
    expectSentence(closed)
    #expect(closed.errors.contains("could not be written: Bad file descriptor."))
    #expect(try await directory.run("device", "list").output.contains("Tablet\trevoked "))
    let untold = try await directory.runToFullDisk("device", "list")
    expectSentence(untold)
    #expect(untold.errors.contains("has been done"))
  }

  @Test func `a name that begins with a dash is asked for as one`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    for name in ["-dash", "-hearth", "-d"] {
      let result = try await directory.run("device", "add", name)
      #expect(result.status == 64 && result.output.isEmpty)
      #expect(result.errors.contains("dogear device add -- \(name)."))
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: directory.data))
    let data = ["--data", directory.data]
    let added = try await DogearProcess.run(["device", "add"] + data + ["--", "-dash"])
    #expect(added.status == 0)
    #expect(try await directory.run("device", "list").output.contains("-dash"))
    #expect(try await DogearProcess.run(["device", "add", "-h"]).status == 0)
  }

  @Test(arguments: [false, true])
  func `devices are added, listed and revoked`(withServer: Bool) async throws {
    let directory = try await DataDirectoryCase(withServer: withServer)
    _ = try await directory.run("device", "add", "Phone")
    _ = try await directory.run("device", "add", "Old laptop")
    let before = try await directory.run("device", "list")
    let lines = before.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(lines.map { $0[1] } == ["Phone", "Old laptop"])
    #expect(lines.allSatisfy { $0[2] == "never seen" })
    let id = String(lines[1][0])
    let revoked = try await directory.run("device", "revoke", id)
    #expect(revoked.status == 0)
    #expect(revoked.output == "Revoked Old laptop.\n")
    let after = try await directory.run("device", "list")
    #expect(after.output.contains("Old laptop\trevoked "))
    let again = try await directory.run("device", "revoke", id)
    expectSentence(again)
    await directory.end()
  }

  @Test(arguments: [false, true])
  func `a page opens on a device by its name or its id, now or when it is back`(
    withServer: Bool
  ) async throws {
    let directory = try await DataDirectoryCase(withServer: withServer)
    for name in ["Phone", "Old laptop", "Twin", "Twin"] {
      _ = try await directory.run("device", "add", name)
    }
    let list = try await directory.run("device", "list").output
    let id = String(try #require(list.split(separator: "\t").first))
    for device in ["phone", id] {
      let result = try await directory.run("open", "/library/all", "--on", device)
      #expect(result.status == 0, "\(result.errors)")
      #expect(
        result.output == "Sent: Phone is away, and gets it when it is back within ten days.\n")
    }
    let twins = try await directory.run("open", "/library/all", "--on", "Twin")
    expectSentence(twins)
    #expect(twins.errors.contains("Several devices are called Twin"))
    let nobody = try await directory.run("open", "/library/all", "--on", "Toaster")
    expectSentence(nobody)
    #expect(nobody.errors.contains("There is no device Toaster"))
    let nowhere = try await directory.run("open", "/cupboard", "--on", "Phone")
    expectSentence(nowhere)
    #expect(nowhere.errors.contains("/cupboard is no link of the library"))
    #expect(try await directory.run("check").output == "Everything is as it must be.\n")
    await directory.end()
  }

  @Test func `whoever opens a page on a device that is there hears what became of it`() async throws
  {
    let folder = try TemporaryDirectory()
    let data = folder.path + "/data"
    let (process, port) = try await DogearProcess.serve(data: data)
    let added = try await DogearProcess.run(["device", "add", "Phone", "--data", data])
    let phone = try await TestClient(port: port, token: String(added.output.dropLast()))
    async let opening = DogearProcess.run(
      ["open", "/library/all/book/emma", "--on", "Phone", "--wait", "60", "--data", data])
    let incoming = try await phone.socket.receive("link.incoming")
    #expect(incoming["link"] == "/library/all/book/emma")
    try phone.socket.send(["t": "link.answer", "id": incoming["id"] ?? .null, "answer": "opened"])
    let result = try await opening
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "Delivered to Phone.\nOpened on Phone.\n")
    process.send(15)
    _ = await process.result()
  }

  @Test(arguments: [false, true])
  func `pair prints a link`(withServer: Bool) async throws {
    let directory = try await DataDirectoryCase(withServer: withServer)
    let result = try await directory.run("pair")
    #expect(result.status == 0)
    let link = /http:\/\/127\.0\.0\.1:[0-9]+\/pair#[0-9A-Z]{5}-[0-9A-Z]{5}\n/
    #expect(result.output.wholeMatch(of: link) != nil)
    #expect(result.errors.isEmpty == withServer)
    await directory.end()
  }

  @Test(arguments: [false, true])
  func `a library is imported, checked, exported, and imported elsewhere`(
    withServer: Bool
  ) async throws {
    let directory = try await DataDirectoryCase(withServer: withServer)
    let file = try directory.folder.write(Self.goodreads, to: "goodreads.csv")
    let dry = try await directory.run("import", "--dry-run", file)
    #expect(dry.status == 0)
    #expect(dry.output.contains("2 added"))
    let first = try await directory.run("import", file)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.contains("2 added"))
    let second = try await directory.run("import", file)
    #expect(second.output.contains("0 added, 0 updated, 2 unchanged"))
    let check = try await directory.run("check")
    #expect(check.status == 0)
    #expect(check.output == "Everything is as it must be.\n")

    let export = directory.folder.path + "/library.json"
    let exported = try await directory.run("export", export)
    #expect(exported.status == 0)
    #expect(exported.output.isEmpty)
    let other = try await DataDirectoryCase(withServer: !withServer)
    #expect(try await other.run("import", export).status == 0)
    let copy = directory.folder.path + "/copy.json"
    _ = try await other.run("export", copy)
    #expect(try text(copy) == text(export))
    #expect(try text(copy).contains("The Left Hand of Darkness"))
    await directory.end()
    await other.end()
  }

  // MARK: What goes wrong

  @Test(arguments: [
    ["import", "/nowhere/books.csv"], ["device", "revoke", "NOBODY"], ["device", "add", ""],
    ["device", "add", "two\nlines"], ["export", "/nowhere/library.json"],
  ])
  func `what cannot be done is told in one sentence, with status 1`(
    arguments: [String]
  ) async throws {
    for withServer in [false, true] {
      let directory = try await DataDirectoryCase(withServer: withServer)
      _ = try await directory.run("device", "add", "Reader")
      expectSentence(try await DogearProcess.run(arguments + ["--data", directory.data]))
      await directory.end()
    }
  }

  @Test(arguments: ["device list", "check", "export /tmp/never.json"])
  func `a command that only reads does not make a library where there is none`(
    command: String
  ) async throws {
    let folder = try TemporaryDirectory()
    let arguments = command.split(separator: " ").map(String.init)
    let data = folder.path + "/typing mistake"
    expectSentence(try await DogearProcess.run(arguments + ["--data", data]))
    #expect(!FileManager.default.fileExists(atPath: data))
  }

  @Test func `a file that is no export is told so`() async throws {
    let directory = try await DataDirectoryCase(withServer: false)
    let file = try directory.folder.write("a,b\n1,2\n", to: "table.csv")
    expectSentence(try await directory.run("import", file))
  }

  @Test(arguments: [
    [], ["serve", "--port", "http"], ["serve", "--port", "70000"], ["device"], ["device", "add"],
    ["device", "revoke"], ["open", "/feed"], ["open", "--on", "Phone"], ["import"], ["export"],
    ["nothing"], ["check", "--nothing"],
  ])
  func `what is no command is a usage error, status 64`(arguments: [String]) async throws {
    let result = try await DogearProcess.run(arguments)
    // Asked for nothing, dogear shows its help, as does a command that only has others below it.
    if arguments.isEmpty || arguments == ["device"] {
      #expect(result.status == 0)
      #expect(result.output.contains("USAGE:"))
    } else {
      #expect(result.status == 64)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("Usage:"))
    }
  }

  /// One sentence on standard error, nothing on standard output, status 1.
  func expectSentence(_ result: DogearProcess.Result) {
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("dogear: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
  }

  static let goodreads = #"""
    Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,\#
    Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,\#
    Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,\#
    Private Notes,Read Count,Owned Copies
    18423,The Left Hand of Darkness,Ursula K. Le Guin,"Le Guin, Ursula K.",,"=""0441478123""",\#
    "=""9780441478125""",5,4.1,Ace Books,Paperback,304,2000,1969,2023/05/14,2022/11/02,,,read,\#
    "Cold, and kind.",,,1,0
    234225,"Dune (Dune, #1)",Frank Herbert,"Herbert, Frank",,"=""0441013597""",\#
    "=""9780441013593""",0,4.3,Ace,Paperback,604,2006,1965,,2022/11/03,to-read,to-read (#1),\#
    to-read,,,,0,0
    """#
}
