import Library
import ServerTesting

/// How many operations a second are acked as durable, and after how long, beside what bare SQLite takes
/// for the same rows in the same groups, and beside what the disk takes for one commit.
///
/// One op a push and no live messages: each op has an ack of its own, and nothing but acks goes out.
enum AckBench {
  private static let loads = [
    PushLoad(clientCount: 16, inFlight: 16, operationCount: 4_096),
    PushLoad(clientCount: 64, inFlight: 16, operationCount: 8_192),
  ]
  private static let largest = loads[loads.count - 1]
  private static let roundCount = 5

  static func run() async throws -> [Figure] {
    let roundSize = loads.reduce(AckCourse.loneOperationCount) { $0 + $1.operationCount }
    let bookCount =
      roundCount * (roundSize + largest.operationCount) + AckCourse.sliceSize
    let server = try await MeasuredServer(bookCount: bookCount)
    guard try server.isOnDisk else {
      print("Durable acks are left out: \(server.folder.path) is in memory. TMPDIR names another.")
      return []
    }
    var tokens: [String] = []
    for number in 0..<(loads.map(\.clientCount).max() ?? 0) {
      tokens.append(try await server.addDevice("Pusher \(number)"))
    }
    var course = try AckCourse(on: server, tokens, bookCount: bookCount)
    var alone: [AckCourse.Turn] = []
    var together = [[AckCourse.Turn]](repeating: [], count: loads.count)
    for _ in 0..<roundCount {
      alone.append(try course.alone())
      for (index, load) in loads.enumerated() { together[index].append(try course.together(load)) }
    }
    // Nobody's server works at its limit: half of what it can is a very busy day.
    let half = largest.paced(at: rate(largest, together[loads.count - 1], \.acks.duration) / 2)
    var paced = PushLoad.Outcome()
    for _ in 0..<roundCount { paced.add(try course.paced(half)) }
    await server.stop()
    return figures(alone) + zip(loads, together).flatMap(figures) + figures(paced)
  }

  private static func figures(_ paced: PushLoad.Outcome) -> [Figure] {
    [
      Figure("  at half of that rate: half wait for their ack", milliseconds: paced.wait(0.5)),
      Figure("    99 of 100 wait", milliseconds: paced.wait(0.99)),
    ]
  }

  private static func rate(
    _ load: PushLoad, _ turns: [AckCourse.Turn], _ duration: (AckCourse.Turn) -> Duration
  ) -> Double {
    median(turns.map { Double(load.operationCount) / (duration($0) / .seconds(1)) })
  }

  private static func figures(_ turns: [AckCourse.Turn]) -> [Figure] {
    [
      Figure(
        "1 client × 1: half wait for their ack, by one fdatasync",
        ratio: median(turns.map { $0.acks.wait(0.5) / $0.flush }), atMost: 2.5),
      Figure("1 client × 1: half wait for their ack", milliseconds: median(waits(turns, 0.5))),
      Figure("  99 of 100 wait", milliseconds: median(waits(turns, 0.99))),
      Figure("  one fdatasync of as much", milliseconds: median(turns.map(\.flush))),
      Figure("  of so much", kibibytes: median(turns.map(\.raw.byteCountPerCommit)), atMost: nil),
    ]
  }

  private static func figures(_ load: PushLoad, _ turns: [AckCourse.Turn]) -> [Figure] {
    let isLargest = load.clientCount == largest.clientCount
    let count = Double(load.operationCount)
    func microseconds(_ seconds: (AckCourse.Turn) -> Double) -> Duration {
      .seconds(median(turns.map { seconds($0) / count }))
    }
    return [
      Figure(
        "\(load): acked ops a second, by bare SQLite",
        ratio: median(turns.map { $0.raw.duration / $0.acks.duration }),
        atLeast: isLargest ? 0.5 : nil),
      Figure("\(load): acked ops", perSecond: rate(load, turns, \.acks.duration)),
      Figure(
        "  bare SQLite, the same rows in the same groups",
        perSecond: rate(load, turns, \.raw.duration)),
      Figure(
        "  ops a commit", count: load.operationCount / median(turns.map(\.acks.heads.count)), "ops"),
      Figure(
        "  an op takes of the server's processors", microseconds: microseconds(\.acks.serverSeconds)
      ),
      Figure("  of bare SQLite's", microseconds: microseconds(\.raw.processorSeconds)),
      Figure("  half wait for their ack", milliseconds: median(waits(turns, 0.5))),
      Figure(
        "  99 of 100 wait", milliseconds: median(waits(turns, 0.99)), atMost: isLargest ? 25 : nil),
      Figure(
        "    of the first \(load.clientCount * load.inFlight), which all come at once",
        milliseconds: median(turns.map { $0.acks.firstWaits.quantile(0.99) })),
    ]
  }

  private static func waits(_ turns: [AckCourse.Turn], _ share: Double) -> [Duration] {
    turns.map { $0.acks.wait(share) }
  }
}

/// The one in the middle.
func median<Value: Comparable>(_ values: [Value]) -> Value { values.sorted()[values.count / 2] }
