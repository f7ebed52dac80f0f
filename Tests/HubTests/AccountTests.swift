import Hub
import Store
import Testing
import Wire

@Suite struct AccountTests {
  @Test func `the first start makes an owner and a library, which stay`() throws {
    let hub = SyncHub(store: try SQLiteStore(), instance: "test")
    #expect(try hub.owner() == nil)
    let account = AccountRecord(id: "a", name: "Anna", created: 1_000)
    let library = LibraryRecord(id: "l", account: "a", name: "L", epoch: "e", created: 1_000)
    try hub.setUp(account, with: library)
    let owner = try #require(try hub.owner())
    #expect(owner.account == account)
    #expect(owner.library == library)
  }

  @Test func `a pairing code makes a device that can say hello`() throws {
    var harness = try Harness()
    try harness.hub.addPairingCode(.of("code"), to: "anna", expires: 20_000, now: 10_000)
    #expect(
      try harness.hub.redeem(
        .of("guess"), device: "new", name: "Kitchen", secret: .of("new"), now: 11_000,
        lifetime: 10_000) == nil)
    let identity = try #require(
      try harness.hub.redeem(
        .of("code"), device: "new", name: "Kitchen", secret: .of("new"), now: 11_000,
        lifetime: 10_000))
    #expect(identity.device.name == "Kitchen")
    #expect(identity.account.id == "anna")
    #expect(identity.library.id == "books")
    #expect(try harness.hub.identify(.of("new")) == identity)
    let kitchen = harness.join(1, as: "new")
    #expect(harness.welcome(kitchen)?.device.name == "Kitchen")
    #expect(
      try harness.hub.redeem(
        .of("code"), device: "other", name: "", secret: .of("other"), now: 11_000, lifetime: 10_000)
        == nil)
  }

  @Test func `a pairing code made while the clock was ahead is good for nothing`() throws {
    let harness = try Harness()
    let (lifetime, step) = (600_000, 60_000)
    for (name, behind) in [("an hour", 3_600_000), ("little more than a step", step + 1)] {
      try harness.hub.addPairingCode(
        .of(name), to: "anna", expires: 10_000 + behind + lifetime, now: 10_000 + behind)
      #expect(
        try harness.hub.redeem(
          .of(name), device: name, name: name, secret: .of(name), now: 10_000,
          lifetime: lifetime) == nil)
    }
    try harness.hub.addPairingCode(
      .of("a step"), to: "anna", expires: 10_000 + step + lifetime, now: 10_000 + step)
    #expect(
      try harness.hub.redeem(
        .of("a step"), device: "new", name: "Kitchen", secret: .of("new"), now: 10_000,
        lifetime: lifetime) != nil)
  }

  @Test
  func `a revoked device loses its connections, and its waiting pushes, and cannot come back`()
    throws
  {
    var harness = try Harness()
    let laptop = harness.join(1, as: "laptop")
    let other = harness.join(2, as: "laptop")
    let phone = harness.join(3, as: "phone")
    harness.push([.make("a", n: 1, .book("emma"))], laptop)
    let outputs = try #require(try harness.hub.revoke(device: "laptop", of: "anna", now: 11_000))
    harness.take(outputs)
    #expect(harness.closed == [laptop: .notPaired, other: .notPaired])
    harness.commit()
    #expect(try harness.store.library("books")?.head == 0)
    #expect(harness.changes(phone).isEmpty)
    harness.join(4, as: "laptop")
    #expect(harness.closed[SessionID(4)] == .notPaired)
    #expect(try harness.hub.identify(.of("laptop")) == nil)
    #expect(try harness.hub.revoke(device: "laptop", of: "anna", now: 11_000) == nil)
  }

  @Test func `devices of another account are out of reach`() throws {
    var harness = try Harness()
    #expect(try harness.hub.revoke(device: "laptop", of: "ben", now: 11_000) == nil)
    #expect(try !harness.hub.rename(device: "laptop", of: "ben", to: "Mine"))
    #expect(try harness.hub.rename(device: "laptop", of: "anna", to: "Desk"))
    #expect(try harness.hub.devices(of: "anna", now: 10_000).map(\.name).contains("Desk"))
  }

  @Test func `when a device was seen is noted now and then, not at each hello`() throws {
    var harness = try Harness()
    harness.now = 100_000
    let laptop = harness.join(1, as: "laptop")
    #expect(try harness.hub.devices(of: "anna", now: 100_500).first?.seen == 100_500)
    harness.happen(.tick)
    #expect(try harness.store.device("laptop")?.seen == 100_000)
    harness.now = 110_000
    harness.happen(.disconnected(laptop))
    harness.happen(.tick)
    #expect(try harness.store.device("laptop")?.seen == 100_000)
    #expect(try harness.hub.devices(of: "anna", now: 120_000).first?.seen == 110_000)
    harness.now = 130_000
    harness.happen(.tick)
    #expect(try harness.store.device("laptop")?.seen == 110_000)
  }

  @Test func `when a device was seen by a clock that was ahead is forgotten once it is seen again`()
    throws
  {
    var harness = try Harness()
    harness.now = 900_000
    let laptop = harness.join(1, as: "laptop")
    harness.happen(.tick)
    #expect(try harness.store.device("laptop")?.seen == 900_000)
    harness.now = 100_000
    harness.happen(.disconnected(laptop))
    #expect(try harness.hub.devices(of: "anna", now: 100_000).first?.seen == 100_000)
    harness.happen(.tick)
    #expect(try harness.store.device("laptop")?.seen == 100_000)
  }
}
