import Library
import Replica
import ServerTesting
import Testing

/// A library on a device against a real server in this process.
struct LocalLibraryTests {
  @Test(.timeLimit(.minutes(1)))
  func `an edit on one device shows on another`() async throws {
    let server = try TestServer()
    let laptop = try await TestDevice(of: server, name: "Laptop").open(port: server.port)
    let phone = try await TestDevice(of: server, name: "Phone").open(port: server.port)
    try await laptop.edit(.book("b1", "Dune"))
    await phone.until(view: { $0.title("b1") == "Dune" })
    try await phone.edit(.title("b1", "Dune Messiah"))
    await laptop.until(view: { $0.title("b1") == "Dune Messiah" })
    await phone.close()
    await laptop.close()
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `without a server everything works, and goes out when there is one`() async throws {
    let first = try TestServer()
    let device = try TestDevice(of: first)
    let clock = first.clock
    await first.stop()
    let library = try await device.open(port: first.port)
    try await library.edit([.book("b1", "Dune"), .book("b2", "Emma")])
    #expect(await library.list("book").count == 2)
    await library.until { $0.state == .offline && $0.waiting == 1 }
    #expect(await library.lastFailure != nil)
    await library.close()

    let second = try TestServer(data: first.data, clock: clock)
    let again = try await device.open(port: second.port)
    #expect(await again.title("b2") == "Emma")
    await again.untilSaved()
    let other = try await TestDevice(of: second).open(port: second.port)
    await other.until(view: { $0.title("b1") == "Dune" && $0.title("b2") == "Emma" })
    await other.close()
    await again.close()
    await second.stop()
  }
}
