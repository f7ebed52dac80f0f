import Hub
import Library
import Replica
import Store
import Wire

/// A whole world made from one script: the real hub on a real database, the real replicas, and between
/// them a network, clocks, disks and people that fail as the script says (SYNC §4).
///
/// The same script makes the same world. `run()` lets people edit while things fail, heals everything,
/// waits until all is quiet, and says what is not as SYNC §4 promises.
package struct World {
  /// When virtual time begins: some day in 2023, so that a clock a year off is still after 1970.
  static let epoch = 1_700_000_000_000
  /// How long everything may take to come to rest once nothing fails, in virtual milliseconds: the
  /// longest back-off and every timeout there is, twice.
  static let healingTimeMax = 15 * 60_000

  let script: Script
  var random: SeededRandom
  var now = World.epoch
  var agenda = Agenda<Happening>()
  var server: SimulatedServer
  var backups: [Backup] = []
  /// How far devices may have been told that backups go.
  var watermark = 0
  var devices: [SimulatedDevice] = []
  var links: [Link] = []
  var people: Workload
  /// What was ever authored, by id.
  var authored = Authored()
  /// The ids of ops whose ack, not refused, reached their device, and that nothing has excused since.
  var acked: Set<String> = []
  /// Those among them that a restore took from the server.
  var lost: Set<String> = []
  /// What went wrong.
  var violations: [String] = []
  /// What has happened.
  package internal(set) var tally = Tally()
  /// What happened, a line each; empty unless somebody wants to read it.
  package internal(set) var journal: [String] = []
  let isTold: Bool
  let isTraced: Bool
  /// What the replica of each device was told and did, one trace from start to start; empty unless
  /// somebody wants to replay it.
  package internal(set) var traces: [[Trace]] = []
  /// Whether nothing fails any more.
  var isHealing = false

  /// Makes the world of `script`.
  /// - Parameters:
  ///   - script: All that happens in it.
  ///   - isTold: Whether to keep a journal for a person.
  ///   - isTraced: Whether to keep what every replica is told and does.
  /// - Throws: `StoreError` when there is no memory for the database.
  package init(_ script: Script, isTold: Bool = false, isTraced: Bool = false) throws {
    self.script = script
    self.isTold = isTold
    self.isTraced = isTraced
    random = SeededRandom(seed: script.seed)
    people = Workload(idCount: script.idCount, usesFewIds: script.isWild)
    // One more device comes only in the end, with empty hands.
    server = try SimulatedServer(deviceCount: script.deviceCount + 1, now: now)
    for identity in 0..<script.deviceCount { addDevice(identity) }
  }

  /// Lives through everything. Returns what went wrong, a sentence for each; empty when all is well.
  package mutating func run() throws -> [String] {
    for item in script.items { agenda.add(.deed(item), at: Self.epoch + item.time) }
    agenda.add(.day, at: now + Script.day)
    try pass(until: Self.epoch + script.duration)
    heal()
    try pass(until: now + Self.healingTimeMax, orQuiet: true)
    addDevice(script.deviceCount)
    open(devices.count - 1)
    try pass(until: now + Self.healingTimeMax, orQuiet: true)
    #if MUTANTS
      // Who checks is sound.
      try Mutant.$active.withValue(nil) { try check() }
    #else
      try check()
    #endif
    return violations
  }

  /// Notes that a promise was broken.
  mutating func violate(_ sentence: String) {
    guard violations.count < 20 else { return }
    violations.append(sentence)
    if isTold { narrate("VIOLATION: \(sentence)") }
  }

  /// Writes a line into the journal; to be asked for only where there is one (`isTold`).
  mutating func narrate(_ line: String) { journal.append("\(Moment(now)) \(line)") }

  // MARK: The course of time

  private mutating func pass(until end: Int, orQuiet: Bool = false) throws {
    while let (time, happening) = agenda.next() {
      guard time <= end else {
        agenda.add(happening, at: time)
        break
      }
      now = max(now, time)
      try live(through: happening)
      if orQuiet, isQuiet { return }
    }
    now = max(now, end)
  }

  /// Whether everybody has said and heard everything.
  private var isQuiet: Bool {
    devices.allSatisfy { device in
      guard device.isOpen, device.writing == nil, device.replica.waiting.isEmpty else {
        return false
      }
      let checkpoint = device.replica.checkpoint
      return checkpoint.isComplete && checkpoint.cursor == server.store.head
        && checkpoint.epoch == server.store.epoch && device.replica.status.state != .saving
    }
  }

  /// The network holds, nobody dies, every clock is right, every disk has room, everyone is there.
  private mutating func heal() {
    isHealing = true
    if isTold { narrate("From here on nothing fails.") }
    server.store.fill(false)
    server.store.spare()
    if !server.isUp { startServer() }
    for link in links.indices where links[link].isDead { sever(link, deviceCode: 1006) }
    for index in devices.indices {
      devices[index].isDiskFull = false
      if !devices[index].isNetworkUp { networkReturns(index) }
      open(index)
    }
  }

  private mutating func live(through happening: Happening) throws {
    switch happening {
    case .deed(let item): try perform(item)
    case .serverReceives(let link, let bytes): serverReceives(bytes, over: link)
    case .deviceReceives(let link, let bytes, let durable):
      deviceReceives(bytes, over: link, durable: durable)
    case .linkOpens(let link): opens(link)
    case .deviceLoses(let link, let code): deviceLoses(link, code: code)
    case .serverLoses(let link): serverLoses(link)
    case .linkCongests(let link): congests(link)
    case .linkDrains(let link): drains(link)
    case .timer(let device, let timer, let setting):
      fire(timer, setting, on: device)
    case .persisted(let device, let number, let life): persisted(number, on: device, life: life)
    case .networkReturns(let device): networkReturns(device)
    case .diskEmpties(let device): devices[device].isDiskFull = false
    case .serverDiskEmpties: server.store.fill(false)
    case .commit(let life): if server.isUp, server.life == life { commit() }
    case .tick(let life): if server.life == life { tick() }
    case .day:
      tellHub(.tick)
      agenda.add(.day, at: now + Script.day)
    case .serverStarts: if !server.isUp { startServer() }
    }
  }
}

/// A time of a world as people write it: day, hour, minute, second.
struct Moment: CustomStringConvertible {
  private let milliseconds: Int

  init(_ now: Int) { milliseconds = now - World.epoch }

  var description: String {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: Script.day)
    let parts = [rest / Script.hour, rest / Script.minute % 60, rest / Script.second % 60]
    let clock = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    let thousandths = String(rest % 1_000 + 1_000).dropFirst()
    return "day \(days) \(clock).\(thousandths)"
  }
}
