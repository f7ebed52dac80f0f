import Library
import Replica
import Server
import ServerTesting
import Testing
import Wire

/// How a device gets in, and what happens when it does not.
struct AccessTests {
  private func address(_ server: TestServer) throws -> ServerAddress {
    try ServerAddress("http://127.0.0.1:\(server.port)")
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pairing link is redeemed once and remembered`() async throws {
    let server = try TestServer()
    let folder = try TemporaryDirectory()
    let path = folder.path + "/library.sqlite"
    let link = try server.perform(.pair)["link"]?.string ?? ""
    var library = try await LocalLibrary.open(
      at: path, server: address(server), access: .code(link, deviceName: "Kitchen"),
      client: "test")
    await library.untilSaved()
    let device = try #require(await library.checkpoint.device)
    #expect(device.name == "Kitchen")
    #expect(await library.deviceName(device.id) == "Kitchen")
    await library.close()
    library = try await LocalLibrary.open(
      at: path, server: address(server), access: .code(link), client: "test")
    await library.untilSaved()
    await library.close()
    await server.stop()
  }

  @Test func `a code that is none is refused in a sentence`() async throws {
    let server = try TestServer()
    let folder = try TemporaryDirectory()
    let path = folder.path + "/library.sqlite"
    let error = await #expect(throws: ServerError.self) {
      try await LocalLibrary.open(
        at: path, server: address(server), access: .code("ABCDE-12345"), client: "test")
    }
    guard case .refused(403, "code", let sentence) = error else {
      Issue.record("not \(String(describing: error))")
      return
    }
    #expect(sentence.contains("code"))
    // The storage is free again.
    try SQLiteStorage(path: path).close()
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `a stranger's edits wait until the device is paired`() async throws {
    let server = try TestServer()
    let library = try await LocalLibrary.open(
      MemoryStorage(), server: address(server), access: .token("none"), client: "test")
    try await library.edit(.book("b1", "Dune"))
    await library.until { $0.state == .unpaired && $0.waiting == 1 }
    let link = try server.perform(.pair)["link"]?.string ?? ""
    try await library.pair(code: link, name: "Guest")
    await library.untilSaved()
    #expect(await library.title("b1") == "Dune")
    await library.close()
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `where something in between forbids the way, that is told, and tried again`() async throws {
    let gate = try StandIn(["/v1/socket": .text(403, "Not from here.")])
    let library = try await LocalLibrary.open(
      MemoryStorage(), server: ServerAddress(gate.origin), access: .token("none"), client: "test")
    await library.until { $0.state != .starting }
    #expect(await library.status.state == .offline)
    #expect(await library.lastFailure?.contains("403") == true)
    while gate.asked.count < 3 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(await library.status.message == nil)
    await library.close()
    await gate.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `where nobody listens that is told, and the library is there all the same`() async throws {
    // Nobody may listen on a port below 1024 but who was asked to.
    let library = try await LocalLibrary.open(
      MemoryStorage(), server: ServerAddress("http://127.0.0.1:9"), client: "test")
    await library.until { $0.state == .offline }
    #expect(await library.lastFailure?.contains("refused") == true)
    await #expect(throws: ServerError.self) { try await library.pair(code: "ABCDE-12345") }
    await library.close()
  }
}
