import Hub
import Wire

/// What the server does.
extension Simulation {
  /// Gives the hub an event and sends what comes of it.
  mutating func tellHub(_ event: HubEvent) {
    guard server.isUp else { return }
    for output in server.hub.handle(event, now: now + server.clockError) { carryOut(output) }
  }

  /// The same, where it is about a link that the server still holds.
  mutating func tellHub(_ event: HubEvent, about link: Int) {
    if links[link].isHeldByServer { tellHub(event) }
  }

  private mutating func carryOut(_ output: HubOutput) {
    switch output {
    case .send(let session, let message): send(message.bytes, to: session.number)
    case .broadcast(let sessions, let message):
      for session in sessions { send(message.bytes, to: session.number) }
    case .close(let session, let code, _):
      let link = session.number
      links[link].isHeldByServer = false
      guard !links[link].isDead else { return }
      agenda.add(
        .deviceLoses(link: link, code: code.rawValue), at: links[link].lastToDevice + 1)
    case .commitDue:
      agenda.add(
        .commit(life: server.life), at: now + Int.random(in: 0...20, using: &random))
    case .pauseReading(let session): links[session.number].isPaused = true
    case .resumeReading(let session):
      let link = session.number
      links[link].isPaused = false
      let unread = links[link].unread
      links[link].unread = []
      for bytes in unread { agenda.add(.serverReceives(link: link, bytes), at: now) }
    case .edited: break
    }
  }

  /// Commits, unless the server dies of it: just before, or when all is durable and nobody knows.
  mutating func commit() {
    guard !isHealing, random.isOne(in: profile.commitsPerDeath) else { return tellHub(.commit) }
    tally.commitDeaths += 1
    if random.isOne(in: 2) { _ = server.hub.handle(.commit, now: now + server.clockError) }
    serverDies()
  }

  /// The process is gone with all it had not committed; every link breaks.
  mutating func serverDies() {
    guard server.isUp else { return }
    server.isUp = false
    tally.serverDeaths += 1
    for link in links.indices where links[link].isHeldByServer {
      links[link].isHeldByServer = false
      // A machine that falls silent says nothing, a process that dies closes its sockets.
      if random.isOne(in: 3) {
        links[link].isDead = true
      } else {
        sever(link, deviceCode: 1006)
      }
    }
    agenda.add(.serverStarts, at: now + Int.random(in: 10...20_000, using: &random))
  }

  mutating func startServer() {
    server.start()
    // Its clock may have been set while it was down, back as well as forward.
    server.clockError = isHealing ? 0 : Int.random(in: -3_600_000...3_600_000, using: &random)
  }
}
