import Replica
import ServerTesting

/// Pulling 10,000 and 100,000 books from nothing, with the Swift replica against the real server.
enum PullBench {
  static func run() async throws -> [Figure] {
    try await figures(10_000, secondsMax: nil, megabytesMax: nil, mebibytesMax: nil)
      + figures(100_000, secondsMax: 4, megabytesMax: 60, mebibytesMax: 32)
  }

  private static func figures(
    _ bookCount: Int, secondsMax: Double?, megabytesMax: Double?, mebibytesMax: Double?
  ) async throws -> [Figure] {
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
      Figure(
        "\(bookCount / 1_000),000 books from 0: open to on disk", seconds: fastest,
        atMost: secondsMax),
      Figure("  on the wire, uncompressed", megabytes: bytes, atMost: megabytesMax),
      Figure("  growth of the server's memory", mebibytes: growth, atMost: mebibytesMax),
      Figure("  opening the same offline", seconds: opening, atMost: nil),
    ]
  }
}
