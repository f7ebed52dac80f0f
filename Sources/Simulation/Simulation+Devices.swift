import Library
import Replica

/// What devices do.
extension Simulation {
  /// Adds a device that has nothing and starts to sync.
  mutating func addDevice() {
    let index = devices.count
    let replica = ReplicaMachine(
      nil, settings: ReplicaMachine.Settings(client: "simulation"), turn: turn(clockError: 0))
    devices.append(
      SimulatedDevice(
        index: index, replica: replica, clockError: isHealing ? 0 : clockError()))
    tell(index, .start)
  }

  /// A clock's error: usually small, sometimes up to a year.
  mutating func clockError() -> Int {
    let most = random.isOne(in: 2) ? 5_000 : profile.clockErrorMax
    return Int.random(in: -most...most, using: &random)
  }

  /// Gives the replica of `index` an event, and does what it asks for.
  mutating func tell(_ index: Int, _ event: Event) {
    let turn = turn(clockError: devices[index].clockError)
    for output in devices[index].replica.handle(event, turn) { carryOut(output, for: index) }
    watchCursor(of: index)
  }

  private mutating func turn(clockError: Int) -> Turn {
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
    devices[index].write(write.batch)
    tell(index, .persisted(number: number))
  }

  /// A person edits what the device shows them.
  mutating func edit(on index: Int) {
    tally.edits += 1
    let changes = workload.changes(on: devices[index], &random)
    let id = random.identifier()
    tell(index, .edit(id: id, changes: changes))
    guard let queued = devices[index].replica.waiting.first(where: { $0.id == id }) else { return }
    authored.append(
      AuthoredOperation(
        device: index, operation: queued.operation, incarnation: queued.incarnation))
  }

  /// The device dies, perhaps in the middle of a write, and starts again from its disk.
  mutating func restart(_ index: Int) {
    tally.deviceDeaths += 1
    // The write may have reached the disk though nobody heard of it any more.
    if let write = devices[index].writing, random.isOne(in: 2) { devices[index].write(write.batch) }
    devices[index].writing = nil
    devices[index].life += 1
    devices[index].timerSettings = devices[index].timerSettings.mapValues { $0 + 1 }
    if let link = devices[index].link { drop(link) }
    devices[index].replica = ReplicaMachine(
      devices[index].disk, settings: ReplicaMachine.Settings(client: "simulation"),
      turn: turn(clockError: devices[index].clockError))
    // What was not written yet may be applied again, so the cursor may stand where the disk has it.
    devices[index].lastCursor = devices[index].replica.checkpoint.cursor
    tell(index, .start)
  }

  private mutating func watchCursor(of index: Int) {
    let checkpoint = devices[index].replica.checkpoint
    if checkpoint.epoch == devices[index].lastEpoch,
      checkpoint.cursor < devices[index].lastCursor
    {
      violate(
        "The cursor of device \(index) ran back from \(devices[index].lastCursor) "
          + "to \(checkpoint.cursor).")
    }
    devices[index].lastEpoch = checkpoint.epoch
    devices[index].lastCursor = checkpoint.cursor
  }
}
