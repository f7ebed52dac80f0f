import ServerTesting

/// Whether ten connections that never read are felt by the other 990, and what they cost in memory: an
/// edit of 6 KB 25 times a second fills their sockets, and what the server keeps for them, within half
/// of a turn.
enum DeafBench {
  private static let listenerCount = 990
  private static let guestCount = 10
  private static let roundCount = 7
  private static let messagesPerTurn = 100

  /// One turn without deaf ones, and one with.
  private struct Round {
    let hearing: Audience.Outcome
    let deaf: Audience.Outcome
    /// The server's at the end of the latter.
    let memory: Int
  }

  static func run() async throws -> [Figure] {
    let server = try await MeasuredServer(bookCount: 500)
    var tokens: [String] = []
    for number in 0...Audience.deviceCount(for: listenerCount) {
      tokens.append(try await server.addDevice("Device \(number)"))
    }
    let audience = try Audience(
      of: server, tokens, listenerCount: listenerCount, books: 0..<500,
      note: String(repeating: "word ", count: 1_200))
    // What grows once and stays.
    _ = try hearing(audience)
    let before = try server.memory("VmRSS")
    var rounds: [Round] = []
    for number in 0..<roundCount {
      // Neither is always the first.
      let first = try number % 2 == 0 ? hearing(audience) : nil
      let guests = try audience.invite(guestCount, areDeaf: true)
      let deaf = try speak(audience)
      let memory = try server.memory("VmRSS")
      try audience.dismissDeaf(guests)
      let hearing = try first ?? hearing(audience)
      rounds.append(Round(hearing: hearing, deaf: deaf, memory: memory))
    }
    await server.stop()
    return figures(rounds, memoryBefore: before)
  }

  private static func hearing(_ audience: Audience) throws -> Audience.Outcome {
    let guests = try audience.invite(guestCount, areDeaf: false)
    let outcome = try speak(audience)
    audience.dismiss(guests)
    return outcome
  }

  private static func speak(_ audience: Audience) throws -> Audience.Outcome {
    try audience.speak(every: .milliseconds(40), times: messagesPerTurn)
  }

  private static func figures(_ rounds: [Round], memoryBefore: Int) -> [Figure] {
    let name = "10 of 1,000 connections never read"
    let ratios = rounds.map { $0.deaf.wait(0.99) / $0.hearing.wait(0.99) }
    return [
      Figure("\(name): 99 of 100 wait, by none", ratio: median(ratios), atMost: 1.2),
      Figure(
        "\(name): 99 of 100 wait", milliseconds: median(rounds.map { $0.deaf.wait(0.99) })),
      Figure("  half wait", milliseconds: median(rounds.map { $0.deaf.wait(0.5) })),
      Figure(
        "  99 of 100, all reading", milliseconds: median(rounds.map { $0.hearing.wait(0.99) })),
      Figure("  half, all reading", milliseconds: median(rounds.map { $0.hearing.wait(0.5) })),
      Figure(
        "  growth of the server's memory",
        mebibytes: (rounds.map(\.memory).max() ?? memoryBefore) - memoryBefore, atMost: nil),
    ]
  }
}
