import Foundation
import ServerTesting

/// What it costs the server to tell many connections of an edit that it has merged and made durable,
/// beside what it costs SwiftNIO to pass the same number of bytes on, in turns.
enum FanOutBench {
  private static let sizes = [100, 1_000, 5_000]
  private static let barSize = 1_000
  private static let roundCount = 5
  /// Books that are edited before one audience, and before no other.
  private static let bookCount = 500
  private static let duration = Duration.seconds(2)

  private struct Round {
    let alone: Audience.Outcome
    let grouped: Audience.Outcome
    let peer: Audience.Outcome?
    let groupedPeer: Audience.Outcome?
  }

  static func run() async throws -> [Figure] {
    let server = try await MeasuredServer(bookCount: sizes.count * bookCount)
    guard try server.isOnDisk else {
      print("Fan-out is left out: \(server.folder.path) is in memory. TMPDIR names another folder.")
      return []
    }
    var tokens: [String] = []
    for number in 0..<Audience.deviceCount(for: sizes.max() ?? 0) {
      tokens.append(try await server.addDevice("Device \(number)"))
    }
    let peer = try await broadcaster()
    var figures: [Figure] = []
    for (index, size) in sizes.enumerated() {
      let books = index * bookCount..<(index + 1) * bookCount
      let rounds = try measure(size, books, server, tokens, peer)
      figures += self.figures(size, rounds)
    }
    await server.stop()
    peer?.process.send(9)
    return figures
  }

  /// SwiftNIO's server at work, where it is built.
  private static func broadcaster() async throws -> (process: DogearProcess, port: Int)? {
    let path =
      ProcessInfo.processInfo.environment["NIO_BINARY"]
      ?? FileManager.default.currentDirectoryPath + "/.build/peers/release/nio"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      print("SwiftNIO is left out: it is built where the load generator of make bench-framing is.")
      return nil
    }
    let process = try await DogearProcess(["fan-out"], program: path)
    let line = try await process.line(containing: "Listening on")
    return (process, line.split(separator: ":").last.flatMap { Int($0) } ?? 0)
  }

  private static func measure(
    _ size: Int, _ books: Range<Int>, _ server: MeasuredServer, _ tokens: [String],
    _ peer: (process: DogearProcess, port: Int)?
  ) throws -> [Round] {
    let ours = try Audience(of: server, tokens, listenerCount: size, books: books)
    // It also tells how long a message is.
    let warm = try ours.speak(for: .milliseconds(200), inFlight: 1)
    let theirs = try peer.map { peer in
      try Audience(
        of: peer.process, port: peer.port, listenerCount: size,
        byteCount: warm.byteCount / warm.messageCount)
    }
    _ = try theirs?.speak(for: .milliseconds(200), inFlight: 1)
    return try (0..<roundCount).map { _ in
      Round(
        alone: try ours.speak(for: duration, inFlight: 1),
        grouped: try ours.speak(for: duration, inFlight: 4),
        peer: try theirs?.speak(for: duration, inFlight: 1),
        groupedPeer: try theirs?.speak(for: duration, inFlight: 4))
    }
  }

  private static func figures(_ size: Int, _ rounds: [Round]) -> [Figure] {
    let name = "an edit to \(size) connections"
    var figures: [Figure] = []
    let pairs = rounds.compactMap { round in round.peer.map { round.alone.rate / $0.rate } }
    if pairs.count == rounds.count {
      figures.append(
        Figure(
          "\(name), committed, by SwiftNIO's raw broadcast", ratio: median(pairs),
          atLeast: size == barSize ? 1.5 : nil))
    }
    let groups = rounds.compactMap { round in
      round.groupedPeer.map { round.grouped.rate / $0.rate }
    }
    if groups.count == rounds.count {
      figures.append(Figure("  four under way", ratio: median(groups), atLeast: nil))
    }
    let bytes = rounds.map { $0.alone.byteCount / $0.alone.messageCount }
    return figures + [
      Figure("\(name): deliveries", perServerSecond: median(rounds.map(\.alone.rate))),
      Figure("  four under way", perServerSecond: median(rounds.map(\.grouped.rate))),
    ]
      + rounds.compactMap(\.peer?.rate).middle.map {
        Figure("  SwiftNIO", perServerSecond: $0)
      }
      + rounds.compactMap(\.groupedPeer?.rate).middle.map {
        Figure("  SwiftNIO, four under way", perServerSecond: $0)
      } + [Figure("  a message", count: median(bytes), "bytes")]
  }
}

extension [Double] {
  /// The median as the one element, or nothing of nothing.
  fileprivate var middle: [Double] { isEmpty ? [] : [median(self)] }
}
