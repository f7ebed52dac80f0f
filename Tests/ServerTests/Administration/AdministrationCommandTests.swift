import Server
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

  @Test(arguments: ["/", "/control", "/control/", "/control/of-the-future", "/control/add-device"])
  func `what is no command is none`(target: String) throws {
    let target = try #require(RequestTarget(target))
    #expect(AdministrationCommand(target: target, body: []) == nil)
  }
}
