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
    let hearing: Turn
    let deaf: Turn
  }

  private struct Turn {
    let outcome: Audience.Outcome
    /// What the server held at its end.
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
    _ = try hearing(audience, server)
    var rounds: [Round] = []
    for number in 0..<roundCount {
      // Neither is always the first.
      let first = try number % 2 == 0 ? hearing(audience, server) : nil
      let guests = try audience.invite(guestCount, areDeaf: true)
      let deaf = try speak(audience, server)
      try audience.dismissDeaf(guests)
      rounds.append(Round(hearing: try first ?? hearing(audience, server), deaf: deaf))
    }
    await server.stop()
    return figures(rounds)
  }

  private static func hearing(_ audience: Audience, _ server: MeasuredServer) throws -> Turn {
    let guests = try audience.invite(guestCount, areDeaf: false)
    let turn = try speak(audience, server)
    audience.dismiss(guests)
    return turn
  }

  private static func speak(_ audience: Audience, _ server: MeasuredServer) throws -> Turn {
    let outcome = try audience.speak(every: .milliseconds(40), times: messagesPerTurn)
    return Turn(outcome: outcome, memory: try server.memory("VmRSS"))
  }

  private static func figures(_ rounds: [Round]) -> [Figure] {
    let name = "10 of 1,000 connections never read"
    func wait(_ share: Double, _ turn: (Round) -> Turn) -> Duration {
      median(rounds.map { turn($0).outcome.wait(share) })
    }
    let ratios = rounds.map { $0.deaf.outcome.wait(0.99) / $0.hearing.outcome.wait(0.99) }
    let growths = rounds.map { $0.deaf.memory - $0.hearing.memory }
    return [
      Figure("\(name): 99 of 100 wait, by none", ratio: median(ratios), atMost: 1.2),
      Figure("\(name): 99 of 100 wait", milliseconds: wait(0.99, \.deaf)),
      Figure("  half wait", milliseconds: wait(0.5, \.deaf)),
      Figure("  99 of 100, all reading", milliseconds: wait(0.99, \.hearing)),
      Figure("  half, all reading", milliseconds: wait(0.5, \.hearing)),
      Figure("  more of the server's memory", mebibytes: median(growths), atMost: nil),
      Figure(
        "  the server's memory at most", mebibytes: rounds.map(\.deaf.memory).max() ?? 0,
        atMost: nil
      ),
    ]
  }
}
