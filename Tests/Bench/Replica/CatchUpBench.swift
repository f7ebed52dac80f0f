import Replica
import ServerTesting

/// Catching up after 1,000 changes in a small library and in a large one.
///
/// The two take turns, and what counts is the ratio of a turn: so whatever else the machine does meets
/// both.
enum CatchUpBench {
  private static let changeCount = 1_000
  private static let roundCount = 120

  static func run() async throws -> [Figure] {
    let small = try await Side(bookCount: 1_000)
    let large = try await Side(bookCount: 100_000)
    var turns: [(small: Side.Turn, large: Side.Turn)] = []
    for round in 0..<roundCount {
      // Whoever comes second finds the caches full of the other: each has its turn at that.
      var turn: [Side.Turn] = []
      let sides = round.isMultiple(of: 2) ? [small, large] : [large, small]
      for side in sides { turn.append(try await side.catchUp(round, changeCount)) }
      turns.append(round.isMultiple(of: 2) ? (turn[0], turn[1]) : (turn[1], turn[0]))
    }
    await small.stop()
    await large.stop()
    func ratio(_ part: (Side.Turn) -> Double) -> Double {
      median(turns.map { part($0.large) / part($0.small) })
    }
    func time(_ part: (Side.Turn) -> Duration) -> Duration { median(turns.map { part($0.large) }) }
    return [
      Figure(
        "1,000 changes in 100,000 books, over 1,000: time",
        ratio: ratio { $0.whole / .milliseconds(1) }, atMost: 1.1),
      Figure("  bytes", ratio: ratio { Double($0.byteCount) }, atMost: 1.1),
      Figure(
        "  time of the server alone", ratio: ratio { $0.serving / .milliseconds(1) }, atMost: nil),
      Figure("1,000 changes in 100,000 books: catching up", milliseconds: time(\.whole)),
      Figure("  of it the server, asked alone", milliseconds: time(\.serving)),
      Figure(
        "1,000 changes in 1,000 books: catching up", milliseconds: median(turns.map(\.small.whole))),
      Figure("  of it the server, asked alone", milliseconds: median(turns.map(\.small.serving))),
    ]
  }

  private static func median<Value: Comparable>(_ values: [Value]) -> Value {
    values.sorted()[values.count / 2]
  }
}

/// A library of one size: its server, and a device that falls behind and catches up.
private struct Side {
  /// One catching up.
  struct Turn {
    let whole: Duration
    let serving: Duration
    let byteCount: Int
  }

  private let bookCount: Int
  private let server: MeasuredServer
  private let token: String
  private let folder: TemporaryDirectory
  private let library: LocalLibrary

  init(bookCount: Int) async throws {
    self.bookCount = bookCount
    server = try await MeasuredServer(bookCount: bookCount)
    token = try await server.addDevice("Reader")
    folder = try TemporaryDirectory()
    library = try await server.open(folder.path + "/library.sqlite", token: token)
    await settle()
  }

  private func settle() async {
    for await status in await library.statuses() where status.state == .saved { break }
  }

  func catchUp(_ round: Int, _ changeCount: Int) async throws -> Turn {
    let cursor = await library.checkpoint.cursor
    await library.network(isUp: false)
    try await server.change(changeCount, of: bookCount, round: round)
    let clock = ContinuousClock()
    var serving = Duration.zero
    let byteCount = try await server.pulledByteCount(since: cursor, token: token, &serving)
    let start = clock.now
    await library.network(isUp: true)
    await settle()
    let whole = clock.now - start
    let reached = await library.checkpoint.cursor
    guard reached == cursor + changeCount else {
      throw Failure("Of \(changeCount) changes \(reached - cursor) came.")
    }
    return Turn(whole: whole, serving: serving, byteCount: byteCount)
  }

  func stop() async {
    await library.close()
    await server.stop()
  }
}
