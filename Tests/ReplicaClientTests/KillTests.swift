import Glibc
import Library
import Replica
import ServerTesting
import Testing

/// `kill -9` in the middle of edits.
struct KillTests {
  @Test(.timeLimit(.minutes(2)))
  func `no edit that was told to be safe is lost by a kill, and none is applied twice`()
    async throws
  {
    let server = try TestServer()
    let device = try TestDevice(of: server)
    let url = "http://127.0.0.1:\(server.port)"
    var told: [String] = []
    for round in 0..<5 {
      let writer = try await DogearProcess(
        [device.path, url, device.token, "r\(round)"], program: "ReplicaWriter")
      // Each round is killed at another step.
      _ = try await writer.line(containing: "r\(round)-\(7 + round * 5)")
      writer.send(SIGKILL)
      let result = await writer.result()
      #expect(result.status == -Int(SIGKILL))
      // The last line may be cut short.
      told += result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map(String.init)
    }
    let library = try await device.open(port: server.port)
    let view = await library.view
    #expect(told.filter { view.title($0) != $0 } == [])
    await library.untilSaved()
    #expect(await library.problems.isEmpty)
    await library.close()

    // Another device sees them all, and each once: as many books as there are ops.
    let other = try await TestDevice(of: server).open(port: server.port)
    await other.untilSaved()
    let books = await other.list("book")
    #expect(Set(told).subtracting(books.map(\.entity.id)).isEmpty)
    let head = await other.checkpoint.cursor
    #expect(books.count == head)
    await other.close()
    await server.stop()
  }
}
