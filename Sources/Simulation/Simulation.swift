import Hub
import Library
import Replica
import Store
import Wire

/// A whole world made from one seed: the real hub on a real database, the real replicas, and between
/// them a network, clocks, disks and people that fail as the `Profile` says (SYNC §4).
///
/// The same seed makes the same world. `run()` lets people edit while things fail, heals everything,
/// waits until all is quiet, and says what is not as SYNC §4 promises.
package struct Simulation {
  /// When virtual time begins: some day in 2023, so that a clock a year off is still after 1970.
  static let epoch = 1_700_000_000_000

  let seed: UInt64
  let profile: Profile
  var random: SeededRandom
  var now = Simulation.epoch
  var agenda = Agenda<Happening>()
  var server: SimulatedServer
  var devices: [SimulatedDevice] = []
  var links: [Link] = []
  var workload: Workload
  /// What was ever authored, to be asked for in the end.
  var authored: [AuthoredOperation] = []
  /// The ids of ops whose ack, not refused, reached their device.
  var acked: Set<String> = []
  var violations: [String] = []
  /// What has happened.
  package internal(set) var tally = Tally()
  /// Whether nothing fails any more.
  var isHealing = false

  /// Makes the world of `seed`.
  /// - Throws: `StoreError` when there is no memory for the database.
  package init(seed: UInt64, profile: Profile = Profile()) throws {
    self.seed = seed
    self.profile = profile
    random = SeededRandom(seed: seed)
    workload = Workload(idCount: profile.idCount)
    // One more device comes only in the end, with empty hands.
    server = try SimulatedServer(deviceCount: profile.deviceCount + 1, now: now)
    for _ in 0..<profile.deviceCount { addDevice() }
  }

  /// Lives through everything. Returns what went wrong, a sentence for each; empty when all is well.
  package mutating func run() throws -> [String] {
    plan()
    agenda.add(.tick, at: now)
    try pass(until: Self.epoch + profile.duration)
    heal()
    try pass(until: now + profile.healingDuration / 2)
    addDevice()
    try pass(until: now + profile.healingDuration / 2)
    try check()
    return violations.map { "Seed \(seed): \($0)" }
  }

  /// Notes that a promise was broken.
  mutating func violate(_ sentence: String) {
    if violations.count < 20 { violations.append(sentence) }
  }

  // MARK: The course of time

  private mutating func plan() {
    func spread(_ count: Int, _ make: () -> Happening) {
      for _ in 0..<count {
        agenda.add(make(), at: now + Int.random(in: 0..<profile.duration, using: &random))
      }
    }
    for index in devices.indices {
      spread(profile.editCount / profile.deviceCount) { .edit(device: index) }
      spread(profile.deviceDeathCount) { .deviceDies(device: index) }
      spread(profile.outageCount) { .networkFails(device: index) }
      spread(profile.clockJumpCount) { .clockJumps(device: index) }
    }
    spread(profile.serverDeathCount) { .serverDies }
  }

  private mutating func pass(until end: Int) throws {
    agenda.add(.tick, at: end)
    while let (time, happening) = agenda.next() {
      now = max(now, time)
      live(through: happening)
      if now >= end { return }
    }
  }

  /// The network holds, nobody dies, every clock goes as it goes.
  private mutating func heal() {
    isHealing = true
    if !server.isUp { startServer() }
    for index in links.indices where links[index].isDead { sever(index, deviceCode: 1006) }
    for index in devices.indices where !devices[index].isNetworkUp { networkReturns(index) }
  }

  private mutating func live(through happening: Happening) {
    switch happening {
    case .serverReceives(let link, let bytes): serverReceives(bytes, over: link)
    case .deviceReceives(let link, let bytes): deviceReceives(bytes, over: link)
    case .linkOpens(let link): opens(link)
    case .deviceLoses(let link, let code): deviceLoses(link, code: code)
    case .serverLoses(let link): serverLoses(link)
    case .linkCongests(let link): tellHub(.congested(SessionID(link)), about: link)
    case .linkDrains(let link): tellHub(.drained(SessionID(link)), about: link)
    case .timer(let device, let timer, let setting):
      guard devices[device].timerSettings[timer] == setting else { return }
      tell(device, .timer(timer))
    case .persisted(let device, let number, let life): persisted(number, on: device, life: life)
    case .edit(let device): edit(on: device)
    case .deviceDies(let device): if !isHealing { restart(device) }
    case .clockJumps(let device): if !isHealing { devices[device].clockError = clockError() }
    case .networkFails(let device): if !isHealing { networkFails(device) }
    case .networkReturns(let device): networkReturns(device)
    case .commit(let life): if server.isUp, server.life == life { commit() }
    case .tick:
      if server.isUp { tellHub(.tick) }
      agenda.add(.tick, at: now + 1000)
    case .serverDies: if !isHealing { serverDies() }
    case .serverStarts: if !server.isUp { startServer() }
    }
  }
}

/// An op that a person's edit became.
struct AuthoredOperation {
  let device: Int
  let operation: Operation
  let incarnation: String
}
