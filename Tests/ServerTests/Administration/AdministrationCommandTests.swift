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

  @Test(arguments: ["/", "/control", "/control/", "/control/of-the-future", "/control/add-device"])
  func `what is no command is none`(target: String) throws {
    let target = try #require(RequestTarget(target))
    #expect(AdministrationCommand(target: target, body: []) == nil)
  }
}
