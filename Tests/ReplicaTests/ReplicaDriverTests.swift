import Library
import Replica
import Testing
import Wire

/// A driver against a server played by hand.
struct ReplicaDriverTests {
  let now = 1_700_000_000_000
  var generator = SystemRandomNumberGenerator()
  let key = EntityKey(kind: "book", id: "b1")

  private func welcome(head: Int = 0, n: Int = 0) -> [UInt8] {
    ServerMessage.welcome(
      Welcome(
        protocolVersion: 1, session: "s", account: "a",
        library: .init(id: "lib", name: "Books", epoch: "e", head: head, watermark: 0),
        device: .init(id: "dev", name: "Laptop"), lastN: n, devices: [], clock: now, resume: .ok)
    ).encoded()
  }

  private func sent(_ actions: [ReplicaDriver.SocketAction]) throws -> [ClientMessage] {
    try actions.compactMap { action in
      guard case .send(let bytes) = action else { return nil }
      return try ClientMessage(decoding: bytes)
    }
  }

  @Test mutating func `an edit is stored, sent, acked and settled`() throws {
    var driver = ReplicaDriver(settings: .init(client: "test"), now: now, using: &generator)
    #expect(driver.handle(.start, now: now, using: &generator) == [.open])
    let greeting = try sent(driver.handle(.opened, now: now, using: &generator))
    guard case .hello(let hello) = greeting.first else { return #expect(Bool(false), "no hello") }
    #expect(hello.incarnation == driver.stored.checkpoint.incarnation)
    _ = driver.received(welcome(), now: now, using: &generator)

    let change = Change(key, life: .create, set: ["title": "Dune"])
    let (id, actions) = driver.edit([change], now: now, using: &generator)
    #expect(driver.settled == [id])
    #expect(driver.stored.operations.map(\.id) == [id])
    guard case .push(let push) = try sent(actions).first else {
      return #expect(Bool(false), "no push")
    }
    #expect(push.operations.map(\.n) == [1])

    let ack = Ack(
      batch: push.batch, through: 1, head: 1, results: [.init(n: 1, seq: 1, outcome: .applied)])
    _ = driver.received(ServerMessage.ack(ack).encoded(), now: now, using: &generator)
    let row = Row(key, seq: 1, at: now, by: "dev", set: ["title": "Dune"])
    let changes = Changes(from: 0, to: 1, rows: [row])
    _ = driver.received(ServerMessage.changes(changes).encoded(), now: now, using: &generator)
    #expect(driver.replica.status.state == .saved)
    #expect(driver.replica.view[key]?.seq == 1)
    #expect(driver.stored.checkpoint.cursor == 1)
    #expect(driver.stored.entities.map(\.entity) == [key])
  }

  @Test mutating func `another driver goes on from what the first one stored`() throws {
    var first = ReplicaDriver(settings: .init(client: "test"), now: now, using: &generator)
    let (id, _) = first.edit(
      [Change(key, life: .create, set: ["title": "Dune"])], now: now, using: &generator)

    var second = ReplicaDriver(
      first.stored, settings: .init(client: "test"), now: now, using: &generator)
    #expect(second.replica.view[key]?.fields == ["title": "Dune"])
    _ = second.handle(.start, now: now, using: &generator)
    _ = second.handle(.opened, now: now, using: &generator)
    let actions = second.received(welcome(), now: now, using: &generator)
    guard case .push(let push) = try sent(actions).last else {
      return #expect(Bool(false), "no push")
    }
    guard case .valid(let operation) = push.operations.first else {
      return #expect(Bool(false), "no op")
    }
    #expect(operation.id == id)
    #expect(operation.n == 1)
  }

  @Test mutating func `timers fire when they are due, and not before`() {
    var driver = ReplicaDriver(settings: .init(client: "test"), now: now, using: &generator)
    #expect(driver.deadline == nil)
    _ = driver.handle(.start, now: now, using: &generator)
    #expect(driver.deadline == now + Limits.welcomeTimeoutMilliseconds)
    #expect(driver.advance(to: now + 1, using: &generator).isEmpty)
    let late = now + Limits.welcomeTimeoutMilliseconds
    #expect(
      driver.advance(to: late, using: &generator) == [.close(.goingAway, reason: "no answer")])
    #expect(driver.advance(to: late + Limits.backoffBaseMilliseconds, using: &generator) == [.open])
  }

  @Test mutating func `what cannot be read ends the connection, what cannot be sent is rejected`() {
    var driver = ReplicaDriver(settings: .init(client: "test"), now: now, using: &generator)
    _ = driver.handle(.start, now: now, using: &generator)
    _ = driver.handle(.opened, now: now, using: &generator)
    let actions = driver.received(Array("{".utf8), now: now, using: &generator)
    #expect(actions == [.close(.malformed, reason: "unreadable")])
    #expect(driver.replica.status.state == .problem)
    let (id, _) = driver.edit([], now: now, using: &generator)
    #expect(driver.rejected[id]?.code == .malformed)
    #expect(driver.settled.isEmpty)
  }
}
