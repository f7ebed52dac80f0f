import Store
import Wire

/// What the hub holds of one account's windows and links: nobody sees another account's.
struct AccountScenes {
  /// Where its windows are.
  var board: SceneBoard
  /// The links on their way between its devices.
  var desk: LinkDesk
  /// The connections that hear of every change and can take it now, in order.
  private(set) var watchers: [SessionID] = []
  /// How many changes there were: whoever has missed one is sent everything anew.
  var changeCount = 0

  /// Holds what was kept.
  init(_ holdings: SceneHoldings) {
    board = SceneBoard(holdings)
    desk = LinkDesk(holdings)
  }

  mutating func watch(_ id: SessionID) {
    guard !watchers.contains(id) else { return }
    watchers.insert(id, at: watchers.firstIndex { $0 > id } ?? watchers.endIndex)
  }

  mutating func unwatch(_ id: SessionID) {
    watchers.removeAll { $0 == id }
  }

  /// What is not written yet.
  var changes: SceneChanges {
    var changes = SceneChanges()
    board.addChanges(to: &changes)
    desk.addChanges(to: &changes)
    return changes
  }

  /// Everything is written.
  mutating func saved() {
    board.saved()
    desk.saved()
  }
}

/// Something that is done, or said, only when what it stands on is durable.
enum ScenePromise {
  /// The epoch of a window.
  case attached(SceneKey)
  /// What the device of the connection shares.
  case share
  /// A link, which then goes to its device.
  case link(LinkKey)
  /// Nothing is said: what a private window had said is deleted.
  case forgotten
}
