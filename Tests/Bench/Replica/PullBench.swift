import Replica
import ServerTesting

/// Pulling 100,000 books from nothing, with the Swift replica against the real server.
enum PullBench {
  static func run() async throws -> [Figure] {
    let bookCount = 100_000
    let server = try await MeasuredServer(bookCount: bookCount)
    let token = try await server.addDevice("Reader")
    var waited = Duration.zero
    let bytes = try await server.pulledByteCount(since: 0, token: token, &waited)
    let folder = try TemporaryDirectory()
    var fastest = Duration.seconds(1_000)
    var growth = 0
    for round in 0..<3 {
      let before = try server.memory("VmRSS")
      try server.resetPeak()
      let path = folder.path + "/\(round).sqlite"
      let clock = ContinuousClock()
      let start = clock.now
      let library = try await server.open(path, token: token)
      for await status in await library.statuses() where status.state == .saved { break }
      // Everything is on the disk, too.
      await library.close()
      fastest = min(fastest, clock.now - start)
      // To give its memory back is no part of it.
      withExtendedLifetime(library) {}
      growth = max(growth, try server.memory("VmHWM") - before)
    }
    let clock = ContinuousClock()
    let start = clock.now
    let again = try await server.open(folder.path + "/0.sqlite", token: token)
    let opening = clock.now - start
    let count = await again.list("book").count
    guard count == bookCount else {
      throw Failure("Of \(bookCount) books \(count) came.")
    }
    await again.close()
    await server.stop()
    return [
      Figure("100,000 books from 0: open to on disk", seconds: fastest, atMost: 4),
      Figure("  on the wire, uncompressed", megabytes: bytes, atMost: 60),
      Figure("  growth of the server's memory", mebibytes: growth, atMost: 32),
      Figure("  opening the same offline", seconds: opening, atMost: nil),
    ]
  }
}
