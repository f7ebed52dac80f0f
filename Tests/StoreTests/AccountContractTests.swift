import Store
import Testing

/// Accounts, devices and pairing codes, whatever engine stands behind the protocol.
@Suite struct AccountContractTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let token = SecretHash(Array(repeating: 1, count: 32))
  private let code = SecretHash(Array(repeating: 2, count: 32))

  private func device(_ id: String, created: Int = 1_500) -> DeviceRecord {
    DeviceRecord(id: id, account: "anna", name: "Laptop", created: created)
  }

  @Test(arguments: Engine.allCases)
  func `an account and its library are there after they were added`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    #expect(
      try store.accounts() == [AccountRecord(id: "anna", name: "Anna", created: 1_000)])
    #expect(throws: StoreError.self) {
      try store.add(
        AccountRecord(id: "ben", name: "Ben", created: 2_000),
        with: LibraryRecord(id: "books", account: "ben", name: "B", epoch: "e", created: 2_000))
    }
    // Its library's id was taken, so the account is not there either.
    #expect(try store.accounts().map(\.id) == ["anna"])
  }

  @Test(arguments: Engine.allCases)
  func `how much time has passed is kept as it was noted last`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    #expect(try store.credibleTime() == nil)
    for time in [CredibleTime(time: 5, clock: 9), CredibleTime(time: 7, clock: 3)] {
      try store.note(time)
      #expect(try store.credibleTime() == time)
    }
    #expect(try store.findings() == [])
  }

  @Test(arguments: Engine.allCases)
  func `a device is found by its token until it is revoked`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try store.add(device("one"), secret: token)
    #expect(try store.device(holding: token) == device("one"))
    #expect(try store.device(holding: code) == nil)
    #expect(try store.revoke(device: "one", at: 3_000))
    #expect(try store.device(holding: token) == nil)
    #expect(try store.device("one")?.revoked == 3_000)
    #expect(try store.devices(of: "anna").map(\.id) == ["laptop", "phone", "one"])
    #expect(try !store.revoke(device: "one", at: 4_000))
    #expect(try !store.revoke(device: "none", at: 4_000))
  }

  @Test(arguments: Engine.allCases)
  func `two devices never share a token`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try store.add(device("one"), secret: token)
    #expect(throws: StoreError.self) { try store.add(device("two"), secret: token) }
    try store.add(device("three"), secret: nil)
    try store.add(device("four"), secret: nil)
  }

  @Test(arguments: Engine.allCases)
  func `a device takes a new name`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try store.add(device("one"), secret: token)
    #expect(try store.rename(device: "one", to: "Kitchen"))
    #expect(try store.device("one")?.name == "Kitchen")
    #expect(try !store.rename(device: "none", to: "Kitchen"))
  }

  @Test(arguments: Engine.allCases)
  func `a device was last seen when it was last noted, whatever was before`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try store.add(device("one"), secret: token)
    #expect(try store.device("one")?.seen == nil)
    try store.note(seen: ["one": 5_000, "none": 5_000])
    try store.note(seen: ["one": 4_000])
    #expect(try store.device("one")?.seen == 4_000)
  }

  @Test(arguments: Engine.allCases)
  func `whoever asks for all devices hears of every write before`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    func all() throws -> [DeviceRecord] { try store.devices(of: "anna") }
    func latest() throws -> DeviceRecord? { try all().last }
    #expect(try all().map(\.id) == ["laptop", "phone"])
    try store.add(device("one"), secret: token)
    #expect(try latest() == device("one"))
    _ = try store.rename(device: "one", to: "Kitchen")
    #expect(try latest()?.name == "Kitchen")
    try store.note(seen: ["one": 5_000])
    #expect(try latest()?.seen == 5_000)
    _ = try store.revoke(device: "one", at: 6_000)
    #expect(try latest()?.revoked == 6_000)
    try store.add(PairingRecord(code: code, account: "anna", expires: 9_000), now: 7_000)
    _ = try store.redeem(
      code: code, expiring: 8_001...18_000, for: device("two", created: 8_000),
      secret: SecretHash(Array(repeating: 3, count: 32)))
    #expect(try latest()?.id == "two")
    #expect(throws: StoreError.self) { try store.add(device("two"), secret: nil) }
    #expect(try all().map(\.id) == ["laptop", "phone", "one", "two"])
  }

  @Test(arguments: Engine.allCases)
  func `a pairing code makes one device, once`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try store.add(PairingRecord(code: code, account: "anna", expires: 9_000), now: 2_000)
    var fresh = device("one")
    fresh.account = ""
    #expect(
      try store.redeem(code: code, expiring: 3_001...13_000, for: fresh, secret: token)
        == device("one"))
    #expect(try store.device(holding: token)?.id == "one")
    let again = SecretHash(Array(repeating: 3, count: 32))
    #expect(
      try store.redeem(code: code, expiring: 3_001...13_000, for: device("two"), secret: again)
        == nil)
    #expect(try store.device("two") == nil)
  }

  @Test(arguments: Engine.allCases)
  func `a pairing code does not come back with a backup, where it is not used up yet`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    try store.add(PairingRecord(code: code, account: "anna", expires: 9_000), now: 2_000)
    try store.beginEpochs { "epoch-2" }
    #expect(
      try store.redeem(code: code, expiring: 3_001...13_000, for: device("one"), secret: token)
        == nil)
    #expect(try store.device("one") == nil)
  }

  @Test(arguments: Engine.allCases)
  func `a pairing code that has expired is good for nothing`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try store.add(PairingRecord(code: code, account: "anna", expires: 9_000), now: 2_000)
    #expect(
      try store.redeem(code: code, expiring: 9_001...19_000, for: device("one"), secret: token)
        == nil)
    // It is forgotten when the next is made, so the same code can be given again.
    try store.add(PairingRecord(code: code, account: "anna", expires: 19_000), now: 9_000)
    #expect(
      try store.redeem(code: code, expiring: 9_001...19_000, for: device("one"), secret: token)
        != nil)
  }

  @Test(arguments: Engine.allCases)
  func `a pairing code that expires later than any may is good for nothing`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try store.add(PairingRecord(code: code, account: "anna", expires: 9_000), now: 2_000)
    #expect(
      try store.redeem(code: code, expiring: 3_001...8_999, for: device("one"), secret: token)
        == nil)
    #expect(
      try store.redeem(code: code, expiring: 3_001...9_000, for: device("one"), secret: token)
        != nil)
  }

  @Test(arguments: Engine.allCases)
  func `a code that a revoked device may have made is good for nothing`(engine: Engine) throws {
    let store = try engine.make(in: folder)
    try store.add(PairingRecord(code: code, account: "anna", expires: 9_000), now: 2_000)
    #expect(try !store.revoke(device: "none", at: 3_000))
    #expect(try store.revoke(device: "phone", at: 3_000))
    #expect(
      try store.redeem(code: code, expiring: 3_001...13_000, for: device("one"), secret: token)
        == nil)
  }

  @Test(arguments: Engine.allCases)
  func `a pairing code is not used up by a device that could not be added`(
    engine: Engine
  ) throws {
    let store = try engine.make(in: folder)
    try store.add(device("one"), secret: token)
    try store.add(PairingRecord(code: code, account: "anna", expires: 9_000), now: 2_000)
    #expect(throws: StoreError.self) {
      try store.redeem(code: code, expiring: 3_001...13_000, for: device("two"), secret: token)
    }
    let other = SecretHash(Array(repeating: 3, count: 32))
    #expect(
      try store.redeem(code: code, expiring: 3_001...13_000, for: device("two"), secret: other)?.id
        == "two")
  }
}
