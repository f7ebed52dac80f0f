import Glibc
import Interchange
import Library
import Server
import ServerTesting
import Testing

struct AdministrationCommandTests {
  @Test(arguments: [
    AdministrationCommand.addDevice(name: "Ada's phone & more"), .listDevices,
    .revokeDevice(id: "A1"), .pair, .importFile(name: "a b.csv", bytes: [1, 2, 3], isDry: true),
    .importFile(name: "", bytes: [], isDry: false), .export(name: "/tmp/x.csv"), .check,
  ])
  func `a command reads back from its request`(command: AdministrationCommand) throws {
    let (target, body) = command.request
    let read = try #require(RequestTarget(target))
    #expect(AdministrationCommand(target: read, body: body) == command)
  }

  @Test func `an import's answers read back, and what is none is no command`() throws {
    let answers = try #require(StatusAnswers(json: #"{"loved & lost": "read", "shelf 1": null}"#))
    let command = AdministrationCommand.importFile(
      name: "a", bytes: [1], isDry: false, answers: answers)
    let read = try #require(RequestTarget(command.request.target))
    #expect(AdministrationCommand(target: read, body: [1]) == command)
    let other = try #require(
      RequestTarget("/control/import?name=a&answers=%7B%22x%22:%22lost%22%7D"))
    #expect(AdministrationCommand(target: other, body: [1]) == nil)
  }

  @Test func `a backup goes where who asks for it sees it, or nowhere`() async throws {
    let server = try TestServer()
    let (path, other) = (server.data.path + "/backup.sqlite", server.data.path + "/Web")
    let folder = try #require(FileIdentity(of: server.data.path))
    let elsewhere = try #require(FileIdentity(of: other))
    let error = #expect(throws: AdministrationError.self) {
      try server.perform(.backUp(path: path, folder: elsewhere, replaces: false))
    }
    #expect(error?.description.contains("another folder") == true)
    #expect(FileIdentity(of: path) == nil)
    let command = AdministrationCommand.backUp(path: path, folder: folder, replaces: false)
    let target = try #require(RequestTarget(command.request.target))
    #expect(AdministrationCommand(target: target, body: []) == command)
    #expect(try server.perform(command)["path"]?.string == path)
    await server.stop()
  }

  @Test func `a backup takes the place of no library, whosever it is`() async throws {
    let server = try TestServer()
    let first = try TestServer()
    _ = try first.addDevice("Phone")
    // Its end folds its log into the file, which only then is marked as a library's.
    await first.stop()
    let other = try TestServer(data: first.data, clock: first.clock)
    let folder = other.data.path + "/data"
    for name in ["library.sqlite", "restoring.sqlite"] {
      let path = folder + "/" + name
      if FileIdentity(of: path) == nil {
        try FileBytes.copy(folder + "/library.sqlite", to: path)
      }
      let before = try #require(FileIdentity(of: path))
      let error = #expect(throws: AdministrationError.self) {
        try server.perform(.backingUp(to: path, replaces: true))
      }
      #expect(error?.description.contains("a part of one") == true, "\(error as Any)")
      #expect(FileIdentity(of: path) == before)
    }
    // What has such a name and lies among others is a backup like any.
    let copy = server.data.path + "/library.sqlite"
    _ = try server.perform(.backingUp(to: copy, replaces: false))
    _ = try server.perform(.backingUp(to: copy, replaces: true))
    await other.stop()
    await server.stop()
  }

  @Test func `whoever heard no answer is told what is kept, and what to do`() {
    let importing = { AdministrationCommand.importFile(name: "a", bytes: [], isDry: $0) }
    let cases: [(AdministrationCommand, String)] = [
      (.check, "Nothing was changed"), (importing(true), "Nothing was changed"),
      (importing(false), "nothing comes twice"), (.addDevice(name: "Phone"), "revoke it"),
      (.revokeDevice(id: "A1"), "may be done, or not at all"),
    ]
    for (command, sentence) in cases {
      let error = AdministrationError.brokenOff(command.trace)
      #expect(error.description.contains(sentence), "\(command)")
    }
  }

  @Test func `a file that never ends is too large, not read to its end`() {
    #expect(throws: AdministrationError.tooLarge("/dev/zero")) {
      try AdministrationCommand.importing(file: "/dev/zero", isDry: true)
    }
  }

  @Test func `an export that no import reads is told so`() throws {
    #expect(AdministrationCommand.caveat(ofExport: "a.json", byteCount: 192 << 20) == nil)
    #expect(AdministrationCommand.caveat(ofExport: "a.csv", byteCount: 64 << 20) == nil)
    for (name, byteCount) in [("a.json", (192 << 20) + 1), ("a.csv", (64 << 20) + 1)] {
      let caveat = AdministrationCommand.caveat(ofExport: name, byteCount: byteCount)
      #expect(caveat?.contains("dogear backup") == true)
    }
  }

  @Test func `a file is read to be imported up to what a Dogear export may have`() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("", to: "export.json")
    for byteCount in [100 << 20, (192 << 20) + 1] {
      try #require(unsafe truncate(path, byteCount) == 0)
      if byteCount == 100 << 20 {
        let command = try AdministrationCommand.importing(file: path, isDry: true)
        guard case .importFile(_, let bytes, _, _) = command else { return #expect(Bool(false)) }
        #expect(bytes.count == byteCount)
      } else {
        #expect(throws: AdministrationError.tooLarge(path)) {
          try AdministrationCommand.importing(file: path, isDry: true)
        }
      }
    }
  }

  @Test(arguments: ["/", "/control", "/control/", "/control/of-the-future", "/control/add-device"])
  func `what is no command is none`(target: String) throws {
    let target = try #require(RequestTarget(target))
    #expect(AdministrationCommand(target: target, body: []) == nil)
  }
}
