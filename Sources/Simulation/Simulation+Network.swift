import Hub
import Library
import Replica
import Store
import Wire

/// What the network does.
extension Simulation {
  // MARK: Opening

  mutating func connect(_ index: Int) {
    let link = links.count
    let delayMax = [2, 40, 400].randomElement(using: &random) ?? 40
    links.append(Link(device: index, delayMax: delayMax))
    devices[index].link = link
    if devices[index].isNetworkUp, server.isUp {
      agenda.add(.linkOpens(link: link), at: now + delay(on: link))
    } else {
      agenda.add(.deviceLoses(link: link, code: 1006), at: now + delay(on: link))
    }
  }

  mutating func opens(_ link: Int) {
    guard links[link].isHeldByDevice else { return }
    let index = links[link].device
    guard server.isUp, devices[index].isNetworkUp else {
      return deviceLoses(link, code: 1006)
    }
    tally.connections += 1
    links[link].isHeldByServer = true
    tellHub(
      .connected(SessionID(link), secret: SecretHash(SimulatedDevice.secret(index))))
    tell(index, .opened)
  }

  // MARK: Messages

  mutating func send(_ message: ClientMessage, from index: Int) {
    guard let link = devices[index].link, carries(link) else { return }
    links[link].lastToServer = max(now + delay(on: link), links[link].lastToServer)
    agenda.add(
      .serverReceives(link: link, message.encoded()), at: links[link].lastToServer)
  }

  mutating func send(_ bytes: [UInt8], to link: Int) {
    guard carries(link) else { return }
    links[link].lastToDevice = max(now + delay(on: link), links[link].lastToDevice)
    agenda.add(.deviceReceives(link: link, bytes), at: links[link].lastToDevice)
    if !isHealing, random.isOne(in: profile.messagesPerCongestion) {
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

  mutating func deviceReceives(_ bytes: [UInt8], over link: Int) {
    guard links[link].isHeldByDevice, !links[link].isDead else { return }
    do throws(WireError) {
      let message = try ServerMessage(decoding: bytes)
      if case .ack(let ack) = message { note(ack, on: links[link].device) }
      tell(links[link].device, .message(message))
    } catch {
      violate("A replica cannot read what the server sent: \(error.message)")
    }
  }

  /// Whether a message gets onto the link; now and then one finds it dead, and neither end knows.
  private mutating func carries(_ link: Int) -> Bool {
    if !isHealing, !links[link].isDead, random.isOne(in: profile.messagesPerDeadLink) {
      links[link].isDead = true
      tally.silences += 1
    }
    return !links[link].isDead
  }

  private mutating func delay(on link: Int) -> Int {
    Int.random(in: 1...links[link].delayMax, using: &random)
  }

  /// Remembers what the device now knows to be safe.
  private mutating func note(_ ack: Ack, on index: Int) {
    let incarnation = devices[index].replica.checkpoint.incarnation
    let accepted = Set(ack.results.filter { $0.outcome != .refused }.map(\.n))
    for queued in devices[index].replica.waiting
    where queued.incarnation == incarnation && accepted.contains(queued.operation.n) {
      if acked.insert(queued.id).inserted { tally.acked += 1 }
    }
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

  mutating func networkFails(_ index: Int) {
    guard devices[index].isNetworkUp else { return }
    devices[index].isNetworkUp = false
    // Half of the time the system tells; else the replica finds out by silence.
    if let link = devices[index].link {
      if random.isOne(in: 2) { sever(link, deviceCode: 1006) } else { links[link].isDead = true }
    }
    if random.isOne(in: 2) { tell(index, .network(isUp: false)) }
    agenda.add(
      .networkReturns(device: index), at: now + Int.random(in: 100...60_000, using: &random))
  }

  mutating func networkReturns(_ index: Int) {
    guard !devices[index].isNetworkUp else { return }
    devices[index].isNetworkUp = true
    tell(index, .network(isUp: true))
  }
}
