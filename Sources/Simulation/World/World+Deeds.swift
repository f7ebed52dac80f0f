import Library
import Replica

/// What the script says.
extension World {
  mutating func perform(_ item: Script.Item) throws {
    var chance = SeededRandom(seed: item.seed)
    if let index = item.deed.device, index >= devices.count { return }
    if isTold, !item.deed.isEdit { narrate(item.deed.sentence) }
    switch item.deed {
    case .opens(let index): open(index)
    case .leaves(let index): close(index, isKilled: chance.isOne(in: 3))
    case .edits(let index, let act): edit(act, on: index, &chance)
    case .dies(let index): if devices[index].isOpen { restart(index) }
    case .clockJumps(let index):
      devices[index].clockError = Self.clockError(script.weather, &chance)
      devices[index].hasClockJumped = true
    case .networkFails(let index, let milliseconds): networkFails(index, milliseconds, &chance)
    case .diskFills(let index, let milliseconds):
      devices[index].isDiskFull = true
      agenda.add(.diskEmpties(device: index), at: now + milliseconds)
    case .isCopied(let index): devices[index].copy = devices[index].disk
    case .isRestored(let index):
      if let copy = devices[index].copy { replaceDisk(of: index, with: copy) }
    case .isCloned(let index): clone(index)
    case .isEvicted(let index): replaceDisk(of: index, with: nil)
    case .stalls(let index, let milliseconds):
      guard let link = devices[index].link, links[link].isHeldByServer else { return }
      agenda.add(.linkCongests(link: link), at: now)
      agenda.add(.linkDrains(link: link), at: now + milliseconds)
    case .serverDies: serverDies()
    case .serverDiskFills(let milliseconds):
      server.store.fill(true)
      agenda.add(.serverDiskEmpties, at: now + milliseconds)
    case .serverIsBackedUp: try backUp()
    case .serverIsRestored: try restoreServer(&chance)
    }
  }
}

extension Deed {
  var isEdit: Bool { if case .edits = self { true } else { false } }

  /// What happens, for the journal.
  fileprivate var sentence: String {
    switch self {
    case .opens(let device): "Device \(device) is opened."
    case .leaves(let device): "Device \(device) is put away."
    case .edits(let device, let act): "Device \(device) edits: \(act)."
    case .dies(let device): "Device \(device) dies."
    case .clockJumps(let device): "The clock of device \(device) jumps."
    case .networkFails(let device, let milliseconds):
      "Device \(device) loses its network for \(milliseconds / 1_000) s."
    case .diskFills(let device, let milliseconds):
      "The disk of device \(device) is full for \(milliseconds / 1_000) s."
    case .isCopied(let device): "The disk of device \(device) is copied."
    case .isRestored(let device): "Device \(device) goes back to its copy."
    case .isCloned(let device): "The copy of device \(device) comes alive beside it."
    case .isEvicted(let device): "Device \(device) loses everything but its token."
    case .stalls(let device, _): "Device \(device) stops to read."
    case .serverDies: "The server dies."
    case .serverDiskFills(let milliseconds):
      "The server's disk is full for \(milliseconds / 1_000) s."
    case .serverIsBackedUp: "The server is backed up."
    case .serverIsRestored: "The server goes back to a backup."
    }
  }
}
