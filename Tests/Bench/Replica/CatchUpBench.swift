import Replica
import ServerTesting

/// Catching up after 1,000 changes in a small library and in a large one.
enum CatchUpBench {
  private static let changeCount = 1_000
  private static let roundCount = 7

  static func run() async throws -> [Figure] {
    let small = try await measure(bookCount: 1_000)
    let large = try await measure(bookCount: 100_000)
    return [
      Figure("1,000 changes in 1,000 books: catching up", milliseconds: small.time),
      Figure("1,000 changes in 100,000 books: catching up", milliseconds: large.time),
      Figure("  time, large over small", ratio: large.time / small.time, atMost: 1.1),
      Figure(
        "  bytes, large over small", ratio: Double(large.bytes) / Double(small.bytes), atMost: 1.1),
    ]
  }

  /// The median time, and the bytes of one catching up.
  private static func measure(bookCount: Int) async throws -> (time: Duration, bytes: Int) {
    let server = try await MeasuredServer(bookCount: bookCount)
    let token = try await server.addDevice("Reader")
    let folder = try TemporaryDirectory()
    let path = folder.path + "/library.sqlite"
    let library = try await server.open(path, token: token)
    for await status in await library.statuses() where status.state == .saved { break }
    var times: [Duration] = []
    var bytes = 0
    for round in 0..<roundCount {
      let cursor = await library.checkpoint.cursor
      await library.network(isUp: false)
      try await server.change(changeCount, of: bookCount, round: round)
      bytes = try await server.pulledByteCount(since: cursor, token: token)
      let clock = ContinuousClock()
      let start = clock.now
      await library.network(isUp: true)
      for await status in await library.statuses() where status.state == .saved { break }
      times.append(clock.now - start)
      let reached = await library.checkpoint.cursor
      precondition(reached == cursor + changeCount, "it has caught up")
    }
    await library.close()
    await server.stop()
    return (times.sorted()[times.count / 2], bytes)
  }
}
