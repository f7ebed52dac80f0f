import Library
@testable import Replica
import Server
import ServerTesting
import Testing

/// What becomes of a device that its server did not let in for a while.
@Suite(.timeLimit(.minutes(1)))
struct ShutOutTests {
  /// A device of a server that ran on other data for a moment, and now runs on its own again.
  private func shutOut(
    asksAfter milliseconds: Int? = nil
  ) async throws -> (library: LocalLibrary, server: TestServer) {
    let first = try TestServer()
    let library = try await TestDevice(of: first).open(port: first.port)
    if let milliseconds { await library.ask(after: milliseconds) }
    try await library.edit(.book("b1", "Dune"))
    await library.untilSaved()
    await first.stop()
    await library.until { $0.state == .offline }
    let other = try TestServer(settings: [.port: "\(first.port)"])
    await library.until { $0.state == .unpaired }
    await other.stop()
    let again = try TestServer(
      settings: [.port: "\(first.port)"], data: first.data, clock: first.clock)
    return (library, again)
  }

  @Test(arguments: [false, true])
  func `who looks again, or has a network again, is let in where the server knows the device again`(
    hasNetwork: Bool
  ) async throws {
    let (library, server) = try await shutOut()
    try await library.edit(.title("b1", "Dune Messiah"))
    if hasNetwork { await library.network(isUp: true) } else { await library.wake() }
    await library.untilSaved()
    #expect(await library.waiting.isEmpty)
    await library.close()
    await server.stop()
  }

  @Test func `what nobody looks at is let in by itself`() async throws {
    let (library, server) = try await shutOut(asksAfter: 20)
    await library.untilSaved()
    await library.close()
    await server.stop()
  }

  @Test func `a server with another library is told of, and asked again`() async throws {
    let (first, other) = (try TestServer(), try TestServer())
    let device = try TestDevice(of: first)
    var library = try await device.open(port: first.port)
    await library.untilSaved()
    await library.close()
    library = try await LocalLibrary.open(
      at: device.path, server: ServerAddress("http://127.0.0.1:\(other.port)"),
      access: .token(other.addDevice()), client: "test")
    await library.until { $0.state == .problem }
    let foreign = try #require(await library.foreignLibrary)
    #expect(await library.checkpoint.library?.id != foreign)
    try await library.edit(.book("b1", "Dune"))
    await other.stop()
    await library.wake()
    await library.until { $0.state == .offline }
    #expect(await library.foreignLibrary == nil)
    #expect(await library.waiting.count == 1)
    await library.close()
    await first.stop()
  }

  @Test func `a server is asked ever more seldom, and never quite by the clock`() {
    var shutOut = ShutOut()
    let minute = 60_000
    for whole in [1, 2, 4, 8, 16, 30, 30] {
      let wait = shutOut.wait(chance: 0.5)
      #expect(wait == whole * minute * 9 / 8)
    }
    for _ in 0..<100 { _ = shutOut.wait(chance: 0) }
    #expect(shutOut.wait(chance: 0) == 30 * minute)
  }
}

extension LocalLibrary {
  /// Has a server that shuts the device out asked again sooner than people would.
  fileprivate func ask(after milliseconds: Int) { shutOut.firstMilliseconds = milliseconds }
}
