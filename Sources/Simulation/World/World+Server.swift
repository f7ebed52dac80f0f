import Hub
import Library
import Store
import Wire

/// A backup, and what was known of the library when it was made.
struct Backup {
  let store: SQLiteStore
  let chronicle: Chronicle
}

/// What the server does.
extension World {
  /// Gives the hub an event and sends what comes of it, unless the process died of it.
  mutating func tellHub(_ event: HubEvent) {
    guard server.isUp else { return }
    let outputs = server.hub.handle(event, now: now + server.clockError)
    guard !server.store.isDead else { return serverDies() }
    for output in outputs { carryOut(output) }
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
        .deviceLoses(link: link, code: code.rawValue), at: max(now, links[link].lastToDevice) + 1)
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

  /// Time passes for the hub while anybody is connected.
  mutating func tick() {
    server.isTicking = false
    tellHub(.tick)
    guard server.isUp, links.contains(where: \.isHeldByServer) else { return }
    server.isTicking = true
    agenda.add(.tick(life: server.life), at: now + 5_000)
  }

  /// Commits, unless the server dies of it: just before, or when all is durable and nobody knows.
  mutating func commit() {
    if !isHealing, let rate = script.weather.commitDeaths, random.isOne(in: rate) {
      server.store.die(random.isOne(in: 2) ? .before : .after, in: random.isOne(in: 3) ? 1 : 0)
      tally.commitDeaths += 1
    }
    tellHub(.commit)
  }

  /// The process is gone with all it had not committed; every link breaks.
  mutating func serverDies() {
    guard server.isUp, !isHealing else { return }
    if isTold { narrate("The server is gone; \(server.store.head) is durable.") }
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

  // MARK: Backups

  /// A backup is made beside everybody, and once it is whole, devices are told how far it goes.
  mutating func backUp() throws {
    guard server.isUp, !isHealing else { return }
    backups.append(
      Backup(store: try server.store.inner.backUp(), chronicle: server.store.chronicle))
    // Nobody hears of a backup that the server died over.
    if random.isOne(in: 4) { return serverDies() }
    let head = server.store.head
    do {
      try server.store.note(watermarks: [SimulatedServer.library: head])
      watermark = max(watermark, head)
    } catch {
      // A full disk; the next backup says it.
    }
  }

  /// The database becomes what a backup has; a new epoch begins.
  mutating func restoreServer(_ chance: inout SeededRandom) throws {
    guard !isHealing, let last = backups.last else { return }
    let isOlder = backups.count > 1 && chance.isOne(in: 4)
    let backup = isOlder ? backups[Int.random(in: backups.indices, using: &chance)] : last
    tally.serverRestores += 1
    serverDies()
    checkRetention(since: backup.chronicle.head)
    let store = try backup.store.backUp()
    let epoch = "epoch-\(tally.serverRestores)"
    try store.beginEpochs { epoch }
    var chronicle = backup.chronicle
    chronicle.begin(epoch)
    server.store.replace(with: store, chronicle)
    watermark = min(watermark, chronicle.head)
    lost.formUnion(acked.subtracting(chronicle.operations.map(\.operation.id)))
    excuse()
  }
}
