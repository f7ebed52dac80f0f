import Foundation
import Library
import Replica
import Server
import ServerTesting
import Testing

/// What a library goes on with: after its own end, the server's, a restore and a copy.
struct ResumeTests {
  @Test(.timeLimit(.minutes(1)))
  func `a server that comes back is found again`() async throws {
    let first = try TestServer()
    let library = try await TestDevice(of: first).open(port: first.port)
    await library.untilSaved()
    await first.stop()
    await library.until { $0.state == .offline }
    try await library.edit(.book("b1", "Dune"))
    let second = try TestServer(
      settings: [.port: "\(first.port)"], data: first.data, clock: first.clock)
    await library.untilSaved()
    #expect(await library.waiting.isEmpty)
    #expect(await library.lastFailure == nil)
    await library.close()
    await second.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `acked edits are kept until a backup of the server has them`() async throws {
    let server = try TestServer()
    let device = try TestDevice(of: server)
    let library = try await device.open(port: server.port)
    let id = try await library.edit(.book("b1", "Dune"))
    await library.untilSaved()
    await library.close()
    let storage = try SQLiteStorage(path: device.path)
    let kept = try #require(try storage.load().stored?.operations)
    storage.close()
    #expect(kept.map(\.id) == [id])
    guard case .acked = kept.first?.state else {
      Issue.record("not acked: \(kept)")
      return
    }
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `what a restored server lacks is sent to it again`() async throws {
    let first = try TestServer()
    let device = try TestDevice(of: first)
    var library = try await device.open(port: first.port)
    try await library.edit(.book("b1", "Before"))
    await library.untilSaved()
    await library.close()
    await first.stop()
    let (data, copy) = (first.data.path + "/data", first.data.path + "/copy")
    try FileManager.default.copyItem(atPath: data, toPath: copy)

    let second = try TestServer(data: first.data, clock: first.clock)
    library = try await device.open(port: second.port)
    try await library.edit(.book("b2", "After"))
    await library.untilSaved()
    await library.close()
    await second.stop()
    try FileManager.default.removeItem(atPath: data)
    try FileManager.default.moveItem(atPath: copy, toPath: data)

    let third = try TestServer(data: first.data, clock: first.clock)
    library = try await device.open(port: third.port)
    let other = try await TestDevice(of: third).open(port: third.port)
    await other.until(view: { $0.title("b1") == "Before" && $0.title("b2") == "After" })
    await library.untilSaved()
    await other.close()
    await library.close()
    await third.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `a copied device goes on as one of its own, and nobody's edit is lost`() async throws {
    let server = try TestServer()
    let device = try TestDevice(of: server)
    var library = try await device.open(port: server.port)
    try await library.edit(.book("b1", "Both have this"))
    await library.untilSaved()
    await library.close()
    let copy = device.folder.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: device.path, toPath: copy)

    library = try await device.open(port: server.port)
    try await library.edit(.book("b2", "The original's"))
    await library.untilSaved()
    let clone = try await LocalLibrary.open(
      at: copy, server: library.server, access: .remembered, client: "test")
    try await clone.edit(.book("b3", "The copy's"))
    await clone.untilSaved()
    await library.until(view: { $0.title("b3") == "The copy's" })
    #expect(await clone.title("b2") == "The original's")
    #expect(await clone.checkpoint.incarnation != library.checkpoint.incarnation)
    await clone.close()
    await library.close()
    await server.stop()
  }
}
