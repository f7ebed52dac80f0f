import Hub
import Library
import Replica
import Store
import Wire

/// What the network does.
extension World {
  // MARK: Opening

  mutating func connect(_ index: Int) {
    let link = addLink(to: index)
    devices[index].link = link
    if devices[index].isNetworkUp, server.isUp {
      agenda.add(.linkOpens(link: link), at: now + delay(on: link))
    } else {
      agenda.add(.deviceLoses(link: link, code: 1006), at: now + delay(on: link))
    }
  }

  private mutating func addLink(to index: Int) -> Int {
    // What a slow link carries arrives after what a later link has carried.
    let isSlow = isFailing(script.weather.slowLinks)
    let delayMax = isSlow ? 20_000 : [2, 40, 400].randomElement(using: &random) ?? 40
    links.append(Link(device: index, delayMax: delayMax))
    return links.count - 1
  }

  mutating func opens(_ link: Int) {
    guard links[link].isHeldByDevice else { return }
    let index = links[link].device
    guard server.isUp, devices[index].isNetworkUp else {
      return deviceLoses(link, code: 1006)
    }
    tally.connections += 1
    welcome(link)
    tell(index, .opened)
  }

  private mutating func welcome(_ link: Int) {
    links[link].isHeldByServer = true
    let secret = SecretHash(SimulatedDevice.secret(devices[links[link].device].identity))
    tellHub(.connected(SessionID(link), secret: secret))
    guard !server.isTicking else { return }
    server.isTicking = true
    agenda.add(.tick(life: server.life), at: now + 5_000)
  }

  // MARK: Messages

  mutating func send(_ message: ClientMessage, from index: Int) {
    guard let link = devices[index].link else { return }
    var message = message
    if case .pull(var pull) = message, !isHealing {
      // As if the library were large: pages of a few rows.
      pull.limit = min(pull.limit, 1 + Int(script.seed % 3))
      message = .pull(pull)
    }
    let bytes = message.encoded()
    guard carries(link) else { return }
    deliver(bytes, to: link)
    guard case .push = message, isFailing(script.weather.doubledLinks) else { return }
    double(bytes, from: index)
  }

  private mutating func deliver(_ bytes: [UInt8], to link: Int) {
    links[link].lastToServer = max(now + delay(on: link), links[link].lastToServer)
    agenda.add(.serverReceives(link: link, bytes), at: links[link].lastToServer)
  }

  /// A second connection of the device says hello and repeats the push, as a proxy that retries does.
  private mutating func double(_ push: [UInt8], from index: Int) {
    guard server.isUp else { return }
    tally.doubles += 1
    let link = addLink(to: index)
    links[link].isHeldByDevice = false
    links[link].isDouble = true
    welcome(link)
    let checkpoint = devices[index].replica.checkpoint
    let hello = Hello(
      client: "double", incarnation: checkpoint.incarnation, epoch: checkpoint.epoch,
      cursor: checkpoint.cursor, sent: checkpoint.sent, clock: now)
    deliver(ClientMessage.hello(hello).encoded(), to: link)
    deliver(push, to: link)
    agenda.add(.serverLoses(link: link), at: links[link].lastToServer + 1_000)
  }

  mutating func send(_ bytes: [UInt8], to link: Int) {
    watchMemory(bytes, to: link)
    guard !links[link].isDouble, carries(link) else { return }
    links[link].lastToDevice = max(now + delay(on: link), links[link].lastToDevice)
    agenda.add(
      .deviceReceives(link: link, bytes, durable: server.store.head),
      at: links[link].lastToDevice)
    if isFailing(script.weather.congestion) {
      agenda.add(.linkCongests(link: link), at: now)
      agenda.add(.linkDrains(link: link), at: now + Int.random(in: 1...5_000, using: &random))
    }
  }

  mutating func serverReceives(_ bytes: [UInt8], over link: Int) {
    guard links[link].isHeldByServer, !links[link].isDead else { return }
    guard !links[link].isPaused else { return links[link].unread.append(bytes) }
    do throws(WireError) {
      let message = try ClientMessage(decoding: bytes)
      tellHub(.received(SessionID(link), message, byteCount: bytes.count, secret: nil))
    } catch {
      violate("The server cannot read what a replica sent: \(error.message)")
    }
  }

  mutating func deviceReceives(_ bytes: [UInt8], over link: Int, durable: Int) {
    guard links[link].isHeldByDevice, !links[link].isDead else { return }
    let index = links[link].device
    do throws(WireError) {
      let message = try ServerMessage(decoding: bytes)
      checkDurable(message, durable: durable, for: index)
      if case .ack(let ack) = message { note(ack, on: index) }
      tell(index, .message(devices[index].isOlder ? message.asOlderClient() : message))
    } catch {
      violate("A replica cannot read what the server sent: \(error.message)")
    }
  }

  /// Whether a message gets onto the link; now and then one finds it dead, and neither end knows.
  private mutating func carries(_ link: Int) -> Bool {
    if !links[link].isDead, isFailing(script.weather.deadLinks) {
      links[link].isDead = true
      tally.silences += 1
      // TCP gives up in the end.
      agenda.add(.serverLoses(link: link), at: now + 2 * Script.minute)
    }
    return !links[link].isDead
  }

  private mutating func isFailing(_ rate: Int?) -> Bool {
    guard let rate, !isHealing else { return false }
    return random.isOne(in: rate)
  }

  mutating func delay(on link: Int) -> Int {
    Int.random(in: 1...links[link].delayMax, using: &random)
  }

  /// Remembers what the device now knows to be safe.
  private mutating func note(_ ack: Ack, on index: Int) {
    let incarnation = devices[index].replica.checkpoint.incarnation
    let accepted = Set(ack.results.filter { $0.outcome != .refused }.map(\.n))
    for queued in devices[index].replica.waiting
    where queued.incarnation == incarnation && accepted.contains(queued.operation.n) {
      if acked.insert(queued.id).inserted { tally.acked += 1 }
      devices[index].ackedAt[queued.id] = now
    }
  }

  // MARK: Congestion

  mutating func congests(_ link: Int) {
    guard links[link].isHeldByServer else { return }
    links[link].isCongested = true
    links[link].congestedByteCount = 0
    tellHub(.congested(SessionID(link)))
  }

  mutating func drains(_ link: Int) {
    links[link].isCongested = false
    if links[link].isHeldByServer { tellHub(.drained(SessionID(link))) }
  }

  // MARK: Closing

  /// The device's end is gone; a server that still holds its own notices after a while.
  mutating func drop(_ link: Int) {
    links[link].isHeldByDevice = false
    devices[links[link].device].link = nil
    agenda.add(
      .serverLoses(link: link), at: max(now, links[link].lastToServer) + delay(on: link))
  }

  /// Both ends find out that the link is gone.
  mutating func sever(_ link: Int, deviceCode: UInt16) {
    agenda.add(.deviceLoses(link: link, code: deviceCode), at: now + delay(on: link))
    agenda.add(.serverLoses(link: link), at: now + delay(on: link))
    links[link].isDead = true
  }

  mutating func deviceLoses(_ link: Int, code: UInt16) {
    guard links[link].isHeldByDevice else { return }
    links[link].isHeldByDevice = false
    let index = links[link].device
    if devices[index].link == link { devices[index].link = nil }
    tell(index, .closed(code: code, reason: ""))
  }

  mutating func serverLoses(_ link: Int) {
    guard links[link].isHeldByServer else { return }
    links[link].isHeldByServer = false
    if server.isUp { tellHub(.disconnected(SessionID(link))) }
  }

  // MARK: Outages

  mutating func networkFails(_ index: Int, _ milliseconds: Int, _ chance: inout SeededRandom) {
    guard devices[index].isNetworkUp, !isHealing else { return }
    tally.outages += 1
    devices[index].isNetworkUp = false
    // Half of the time the system tells; else the replica finds out by silence.
    if let link = devices[index].link {
      if chance.isOne(in: 2) { sever(link, deviceCode: 1006) } else { links[link].isDead = true }
    }
    if chance.isOne(in: 2) { tell(index, .network(isUp: false)) }
    agenda.add(.networkReturns(device: index), at: now + max(100, milliseconds))
  }

  mutating func networkReturns(_ index: Int) {
    guard !devices[index].isNetworkUp else { return }
    devices[index].isNetworkUp = true
    tell(index, .network(isUp: true))
  }
}
