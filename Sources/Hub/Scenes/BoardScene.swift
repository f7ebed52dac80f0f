import Library
import Navigation
import Store
import Wire

/// One window, as the hub holds it: some hundred bytes, and its state as canonical text, since what is
/// asked of a state is nearly always its text.
struct BoardScene {
  /// What the person calls it.
  var name: String
  /// Its attachment, and the last state taken.
  var stamp: Stamp
  /// The library cursor it had.
  var lib = 0
  /// How it is laid out.
  var layout = SceneLayout.wide
  /// The window it follows.
  var following: SceneKey?
  /// Server time it was last heard of.
  var seen: Int
  /// When it was closed; nil while it is not.
  var closed: Int?
  /// Where it is, whole, for itself; nil when it has said nothing, or nothing is kept.
  var nav: [UInt8]?
  /// Where it is for others, where that is less.
  var placeNav: [UInt8]?
  /// The live connection that publishes it.
  var holder: SessionID?
  /// When those who watch were last told of it.
  var told = 0
  /// When, at the pace it may keep, its next state would be due.
  private var due = 0

  /// A window that is new at `now`.
  init(name: String, stamp: Stamp, now: Int) {
    self.name = name
    self.stamp = stamp
    seen = now
  }

  /// Whether there is something for others to see.
  var isVisible: Bool { nav != nil && closed == nil }

  /// Whether one more state is within the pace that a window may keep.
  mutating func keepsPace(_ now: Int) -> Bool {
    let interval = 1_000 / Limits.publishesPerSecondMax
    let lead = due - now
    // A clock that was set back leaves nobody silent.
    if lead < 0 || lead > interval * Limits.publishBurstMax { due = now }
    guard due - now <= interval * (Limits.publishBurstMax - 1) else { return false }
    due += interval
    return true
  }

  /// Takes over where the window is now.
  mutating func move(to state: NavState, _ message: ScenePublish, showing share: ScenesShare.Share)
  {
    lib = message.lib
    layout = message.layout
    following = message.following.map { SceneKey(device: $0.device, scene: $0.scene) }
    nav = Self.text(of: state)
    placeNav = share == .place ? Self.text(of: state.placeOnly) : nil
  }

  /// The canonical text of a state in a buffer of its size: one that grew byte by byte would keep room
  /// for as much again.
  private static func text(of state: NavState) -> [UInt8] {
    let grown = state.json.canonicalBytes
    var bytes: [UInt8] = []
    bytes.reserveCapacity(grown.count)
    bytes += grown
    return bytes
  }

  /// Shows from now on as much as `share` says; where that is nothing, nothing is kept.
  mutating func show(_ share: ScenesShare.Share) {
    switch share {
    case .full: placeNav = nil
    case .place: placeNav = nav.map { Self.text(of: NavState(stored: $0).placeOnly) }
    case .off: (nav, placeNav, following) = (nil, nil, nil)
    }
  }
}

// MARK: Others see

extension BoardScene {
  /// The scene as others see it, but for its state: that is `shownNav`.
  func published(as key: SceneKey) -> PublishedScene {
    PublishedScene(
      address: SceneAddress(key), name: name, epoch: stamp.epoch, rev: stamp.rev, lib: lib,
      seen: seen, layout: layout, following: following.map { SceneAddress($0) }, nav: .null)
  }

  /// The state as others see it.
  var shownNav: [UInt8] { placeNav ?? nav ?? Array("null".utf8) }
}

extension SceneAddress {
  init(_ key: SceneKey) { self.init(device: key.device, scene: key.scene) }
}

// MARK: Kept

extension BoardScene {
  init(_ record: SceneRecord, showing share: ScenesShare.Share) {
    self.init(
      name: record.name, stamp: Stamp(epoch: record.epoch, rev: record.rev), now: record.seen)
    lib = record.lib
    layout = SceneLayout(rawValue: record.layout) ?? .wide
    following = record.following
    closed = record.closed
    nav = record.nav
    show(share)
  }

  func record(of key: SceneKey) -> SceneRecord {
    SceneRecord(
      key, name: name, epoch: stamp.epoch, rev: stamp.rev, lib: lib, layout: layout.rawValue,
      following: following, seen: seen, closed: closed, nav: nav)
  }
}
