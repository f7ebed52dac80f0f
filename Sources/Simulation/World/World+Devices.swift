import Library
import Replica
import Store

/// What devices do.
extension World {
  /// Adds a device that has nothing, and is not opened yet.
  mutating func addDevice(_ identity: Int, from disk: Stored? = nil) {
    let clockError = isHealing ? 0 : Self.clockError(script.weather, &random)
    let turn = turn(clockError: clockError)
    let replica = ReplicaMachine(disk, settings: Self.settings, turn: turn)
    devices.append(
      SimulatedDevice(
        index: devices.count, identity: identity, isOlder: identity == script.olderClient,
        replica: replica, disk: disk, clockError: clockError))
    beginTrace(of: devices.count - 1, from: disk, turn)
  }

  static let settings = ReplicaMachine.Settings(client: "simulation")

  /// A clock's error: usually small, sometimes up to a year.
  static func clockError(_ weather: Weather, _ chance: inout SeededRandom) -> Int {
    let isWrong = weather.wrongClocks.map { chance.isOne(in: $0) } ?? false
    let most = isWrong ? 365 * Script.day : 5_000
    return Int.random(in: -most...most, using: &chance)
  }

  // MARK: A person takes it up and puts it away

  mutating func open(_ index: Int) {
    guard !devices[index].isOpen else { return tell(index, .wake) }
    devices[index].isOpen = true
    if !isHealing, !script.isWild {
      // Nobody leaves it open for days.
      let item = Script.Item(time: 0, seed: random.next(), deed: .leaves(index))
      agenda.add(.deed(item), at: now + 3 * Script.minute)
    }
    tell(index, .start)
    let late = devices[index].lateTimers
    devices[index].lateTimers = []
    for (timer, setting) in late { fire(timer, setting, on: index) }
  }

  /// A timer goes off; on a device that sleeps, when it wakes.
  mutating func fire(_ timer: ReplicaTimer, _ setting: Int, on index: Int) {
    guard devices[index].timerSettings[timer] == setting else { return }
    guard devices[index].isOpen else {
      return devices[index].lateTimers.append((timer, setting))
    }
    tell(index, .timer(timer))
  }

  /// A device that is put away stops; a phone often kills what is not looked at.
  mutating func close(_ index: Int, isKilled: Bool) {
    guard devices[index].isOpen, !isHealing else { return }
    if isKilled { return shutDown(index) }
    tell(index, .stop)
    devices[index].isOpen = false
  }

  /// The program is gone, and starts from its disk when it is opened again.
  private mutating func shutDown(_ index: Int) {
    // The write may have reached the disk though nobody heard of it any more.
    if let write = devices[index].writing, random.isOne(in: 2), !devices[index].isDiskFull {
      devices[index].write(write.batch)
    }
    begin(index, from: devices[index].disk)
  }

  private mutating func begin(_ index: Int, from disk: Stored?) {
    devices[index].isOpen = false
    devices[index].disk = disk
    devices[index].writing = nil
    // What can be undone is known while the program runs.
    devices[index].lastEdit = []
    devices[index].life += 1
    devices[index].timerSettings = devices[index].timerSettings.mapValues { $0 + 1 }
    if let link = devices[index].link { drop(link) }
    let turn = turn(clockError: devices[index].clockError)
    devices[index].otherTab = nil
    devices[index].replica = ReplicaMachine(disk, settings: Self.settings, turn: turn)
    // What was not written yet is applied again, so the cursor stands where the disk has it.
    devices[index].lastCursor = devices[index].replica.checkpoint.cursor
    beginTrace(of: index, from: disk, turn)
  }

  /// The device dies, perhaps in the middle of a write, and starts again from its disk.
  mutating func restart(_ index: Int) {
    guard !isHealing else { return }
    tally.deviceDeaths += 1
    shutDown(index)
    open(index)
  }

  // MARK: Disks that are not what they were

  /// The device finds another disk than it wrote.
  mutating func replaceDisk(of index: Int, with disk: Stored?) {
    guard !isHealing else { return }
    tally.replacedDisks += 1
    let wasOpen = devices[index].isOpen
    begin(index, from: disk)
    devices[index].wasReplacedAt = now
    excuse()
    if wasOpen { open(index) }
  }

  /// The device's last copy comes alive beside it: two that take themselves for one.
  mutating func clone(_ index: Int) {
    guard !isHealing, let copy = devices[index].copy, devices.count < 12 else { return }
    tally.clones += 1
    devices[index].isCloned = true
    addDevice(devices[index].identity, from: copy)
    devices[devices.count - 1].isCloned = true
    open(devices.count - 1)
  }

  /// What nobody has any more, neither the server nor a device, nobody can be asked for.
  mutating func excuse() {
    var held = Set(server.store.chronicle.operations.map(\.operation.id))
    for device in devices { held.formUnion(device.kept.filter(device.replica.keeps)) }
    acked.formIntersection(held)
    for index in devices.indices { devices[index].settled.formIntersection(held) }
  }

  // MARK: The replica

  /// Gives the replica of `index` an event, and does what it asks for.
  mutating func tell(_ index: Int, _ event: Event) {
    guard devices[index].isOpen else { return }
    let turn = turn(clockError: devices[index].clockError)
    let outputs = devices[index].replica.handle(event, turn)
    keepTrace(of: index, event, turn, outputs)
    for output in outputs { carryOut(output, for: index) }
    watch(index)
    if outputs.contains(where: \.isChange) { checkOwnWrites(on: index) }
  }

  mutating func turn(clockError: Int) -> Turn {
    Turn(now: now + clockError, chance: random.chance(), fresh: random.identifier())
  }

  private mutating func carryOut(_ output: Output, for index: Int) {
    switch output {
    case .connect: connect(index)
    case .disconnect: if let link = devices[index].link { drop(link) }
    case .send(let message): send(message, from: index)
    case .schedule(let timer, let milliseconds):
      let setting = (devices[index].timerSettings[timer] ?? 0) + 1
      devices[index].timerSettings[timer] = setting
      agenda.add(.timer(device: index, timer, setting: setting), at: now + milliseconds)
    case .cancel(let timer): devices[index].timerSettings[timer, default: 0] += 1
    case .persist(let number, let batch):
      devices[index].writing = SimulatedDevice.Write(number: number, batch: batch)
      agenda.add(
        .persisted(device: index, number: number, life: devices[index].life),
        at: now + Int.random(in: 1...30, using: &random))
    case .settled(let ids): devices[index].settled.formUnion(ids)
    case .rejected(let id, let problem):
      violate("Device \(index) would not take its own edit \(id): \(problem.message)")
    case .changed, .status: break
    }
  }

  mutating func persisted(_ number: Int, on index: Int, life: Int) {
    guard devices[index].life == life, let write = devices[index].writing, write.number == number
    else { return }
    devices[index].writing = nil
    var answer = Event.persisted(number: number)
    if devices[index].isDiskFull {
      tally.refusedWrites += 1
      devices[index].hasRefusedWrites = true
      answer = .notPersisted(number: number, reason: "The disk is full.")
    } else {
      devices[index].write(write.batch)
    }
    // The disk answers one that was put away meanwhile, too.
    let isOpen = devices[index].isOpen
    devices[index].isOpen = true
    tell(index, answer)
    devices[index].isOpen = isOpen
  }

  // MARK: Editing

  /// A person edits what the device shows them.
  mutating func edit(_ act: Act, on index: Int, _ chance: inout SeededRandom) {
    open(index)
    let author = author(of: act, on: index, &chance)
    let changes = people.changes(act, on: author, &chance)
    guard !changes.isEmpty else { return }
    // No two tabs make a thing of one name.
    let isTwice = author.otherTab != nil && changes.contains { $0.life == .create }
    guard !isTwice else { return }
    tally.edits += 1
    let id = random.identifier()
    let before = author.replica.view
    let made =
      author.otherTab == nil
      ? nil : author.replica.making(changes, turn(clockError: author.clockError))
    tell(index, .edit(id: id, changes: changes, made: made))
    guard let queued = devices[index].replica.waiting.first(where: { $0.id == id }) else { return }
    devices[index].otherTab?.edits.append(id)
    devices[index].lastEdit = act == .undo ? [] : people.inverse(of: changes, over: before)
    authored.note(queued, by: devices[index], over: before, at: now)
    if isTold {
      narrate(
        "Device \(index)\(devices[index].isOlder ? " (older)" : "") edits (\(act)), \(id) n \(queued.operation.n) "
          + "having seen \(queued.operation.base): \(queued.operation.text)")
    }
    if made == nil { checkOwnWrite(queued, on: index) }
  }

  /// A device as who edits there sees it: now and then in another tab, which shows what was there some
  /// edits ago. Of edits that nobody keeps any more no tab can bring anything along.
  private mutating func author(
    of act: Act, on index: Int, _ chance: inout SeededRandom
  ) -> SimulatedDevice {
    var author = devices[index]
    let now = author.replica
    author.otherTab = author.otherTab.flatMap { other in
      other.replica.checkpoint.epoch == now.checkpoint.epoch && other.edits.allSatisfy(now.keeps)
        ? other : nil
    }
    if author.otherTab == nil || chance.isOne(in: 4) {
      devices[index].otherTab = SimulatedDevice.OtherTab(replica: now)
    }
    // What can be undone was done in this tab.
    if author.isOlder || act == .undo || !chance.isOne(in: 3) { author.otherTab = nil }
    if let other = author.otherTab { author.replica = other.replica }
    return author
  }
}

extension Operation {
  /// What it does, for a person.
  var text: String { changes.map { $0.json.canonicalText }.joined(separator: ", ") }
}

extension Output {
  /// Whether a view may show something else than before.
  fileprivate var isChange: Bool { if case .changed = self { true } else { false } }
}
