import Library
import Navigation
import Store
import Wire

/// Where the windows of one account are, and who may say so (NAVIGATION §3.6, §3.8). It decodes,
/// checks the stamp, strips by share, expires; it never reduces.
///
/// Pure: time is an argument. What others must hear of gathers in `news`, what must be written in
/// `unsavedScenes` and `unsavedShares`.
struct SceneBoard {
  /// What others must hear.
  enum News: Hashable {
    /// A scene is new, somewhere else, or heard of again.
    case update(SceneKey)
    /// A scene is no more to be seen.
    case gone(SceneKey, SceneGone.Reason)
  }

  /// What is known of a device.
  struct Device {
    /// How much of its windows others see.
    var share = ScenesShare.Share.full
    /// The greatest epoch of any of its windows that was forgotten: none is given again.
    var spentEpoch = 0
    /// Its windows.
    var scenes: Set<String> = []
  }

  private(set) var scenes: [SceneKey: BoardScene] = [:]
  private(set) var devices: [String: Device] = [:]
  private var news: [News] = []
  private(set) var unsavedScenes: Set<SceneKey> = []
  private(set) var unsavedShares: Set<String> = []

  /// A board that shows what was kept.
  init(_ holdings: SceneHoldings) {
    for record in holdings.shares {
      devices[record.device] = Device(
        share: ScenesShare.Share(rawValue: record.share) ?? .full, spentEpoch: record.spentEpoch)
    }
    for record in holdings.scenes {
      let share = self.share(of: record.key.device)
      scenes[record.key] = BoardScene(record, showing: share)
      devices[record.key.device, default: Device()].scenes.insert(record.key.scene)
    }
  }

  /// How much of the windows of `device` others see.
  func share(of device: String) -> ScenesShare.Share { devices[device]?.share ?? .full }

  /// Everything there is to see, by device and scene.
  var visible: [SceneKey] {
    scenes.filter { $0.value.isVisible }.keys.sorted()
  }

  /// What others must hear, in order; from then on they have.
  mutating func takeNews() -> [News] {
    defer { news = [] }
    return news
  }

  // MARK: A window's own

  /// Gives a window to `session`: the next epoch, which must be durable before anybody hears of it.
  mutating func attach(
    _ key: SceneKey, name: String, to session: SessionID, now: Int
  ) throws(SceneRefused.Reason) {
    let spent = devices[key.device]?.spentEpoch ?? 0
    var scene =
      scenes[key] ?? BoardScene(name: "", stamp: Stamp(epoch: spent, rev: 0), now: now)
    let isHeld = scene.holder != nil && scene.holder != session
    guard let stamp = scene.stamp.attached(isHeld: isHeld) else { throw .busy }
    if scenes[key] == nil { try makeRoom(on: key.device) }
    scene.stamp = stamp
    scene.name = Scene.name(cleaning: name)
    scene.holder = session
    scene.closed = nil
    scene.seen = now
    scenes[key] = scene
    devices[key.device, default: Device()].scenes.insert(key.scene)
    note(key)
  }

  /// What the window hears once its epoch is durable; nil where `session` holds it no more. Others see
  /// it again, if there is something to see.
  mutating func attached(_ key: SceneKey, to session: SessionID, now: Int) -> SceneAttached? {
    guard let scene = scenes[key], scene.holder == session else { return nil }
    if scene.isVisible { tell(key, now: now) }
    return SceneAttached(
      scene: key.scene, epoch: scene.stamp.epoch, rev: scene.stamp.rev,
      nav: scene.nav.flatMap { try? JSONValue(parsing: $0) })
  }

  /// Takes where a window is, or says why not; nothing of it is kept then.
  mutating func publish(
    _ message: ScenePublish, of device: String, by session: SessionID, now: Int
  ) throws(SceneRefused.Reason) {
    let key = SceneKey(device: device, scene: message.scene)
    guard scenes[key]?.holder == session else { throw .unattached }
    guard scenes[key]?.keepsPace(now) == true else { throw .tooFast }
    let stamp = Stamp(epoch: message.epoch, rev: message.rev)
    guard scenes[key]?.stamp.accepts(stamp) == true else { throw .stale }
    let state = try NavState(published: message.nav)
    let share = share(of: device)
    scenes[key]?.stamp = stamp
    scenes[key]?.seen = now
    guard share != .off else { return }
    scenes[key]?.move(to: state, message, showing: share)
    note(key)
    tell(key, now: now)
  }

  /// Closes a window; nothing of a private one is kept, whoever of its device held it: its own connection
  /// may have died before it became private.
  mutating func detach(
    _ message: SceneDetach, of device: String, by session: SessionID, now: Int
  ) throws(SceneRefused.Reason) {
    let key = SceneKey(device: device, scene: message.scene)
    guard let scene = scenes[key], message.isPrivate || scene.holder == session else {
      throw .unattached
    }
    guard !message.isPrivate else { return forget(key, .private) }
    if scene.isVisible { news.append(.gone(key, .closed)) }
    scenes[key]?.holder = nil
    scenes[key]?.closed = now
    scenes[key]?.seen = now
    note(key)
  }

  /// The connection is gone, its windows perhaps not: they are seen no more for now.
  mutating func release(_ device: String, from session: SessionID) {
    for key in keys(of: device) where scenes[key]?.holder == session { release(key) }
  }

  /// Nobody holds the window any more.
  mutating func release(_ key: SceneKey) { scenes[key]?.holder = nil }

  // MARK: A device's own

  /// Shows from now on as much of a device's windows as `share` says.
  mutating func share(_ share: ScenesShare.Share, by device: String, now: Int) {
    guard share != self.share(of: device) else { return }
    devices[device, default: Device()].share = share
    unsavedShares.insert(device)
    for key in keys(of: device) {
      guard let scene = scenes[key] else { continue }
      if share == .off {
        if scene.isVisible { news.append(.gone(key, .private)) }
        if scene.holder == nil {
          drop(key)
          continue
        }
      }
      scenes[key]?.show(share)
      note(key)
      if scene.isVisible, share != .off { tell(key, now: now) }
    }
  }

  /// Forgets a device that was removed; what was kept of it is deleted already.
  mutating func remove(_ device: String) {
    for key in keys(of: device) {
      forget(key, .removed)
      unsavedScenes.remove(key)
    }
    devices[device] = nil
    unsavedShares.remove(device)
  }

  private func keys(of device: String) -> [SceneKey] {
    (devices[device]?.scenes ?? []).sorted().map { SceneKey(device: device, scene: $0) }
  }

  /// Makes room for one more window of `device`: the one that was left longest ago goes.
  private mutating func makeRoom(on device: String) throws(SceneRefused.Reason) {
    let keys = keys(of: device)
    guard keys.count >= Limits.scenesPerDeviceMax else { return }
    let left = keys.compactMap { key in
      scenes[key].flatMap { $0.holder == nil ? (key, $0.closed == nil, $0.seen) : nil }
    }
    guard
      let (oldest, _, _) = left.min(by: { one, other in
        one.1 == other.1 ? one.2 < other.2 : !one.1
      })
    else { throw .tooMany }
    forget(oldest, .expired)
  }
}

// MARK: Time passes

extension SceneBoard {
  /// Forgets what has been silent for its time, and says of those who live that they do.
  mutating func pass(now: Int) {
    var (alive, ended) = ([SceneKey](), [SceneKey]())
    for (key, scene) in scenes {
      if scene.holder != nil {
        if abs(now - scene.seen) >= Limits.sceneSeenMilliseconds || isDue(scene, now) {
          alive.append(key)
        }
      } else if let closed = scene.closed {
        if now - closed >= Limits.closedSceneMilliseconds { ended.append(key) }
      } else if now - scene.seen > Limits.silentSceneMilliseconds {
        ended.append(key)
      }
    }
    for key in alive.sorted() {
      scenes[key]?.seen = now
      note(key)
      if let scene = scenes[key], isDue(scene, now) { tell(key, now: now) }
    }
    for key in ended.sorted() { forget(key, .expired) }
  }

  /// Whether those who watch must hear that the window is still there.
  private func isDue(_ scene: BoardScene, _ now: Int) -> Bool {
    scene.isVisible && abs(now - scene.told) >= Limits.sceneToldMilliseconds
  }

  private mutating func tell(_ key: SceneKey, now: Int) {
    scenes[key]?.told = now
    news.append(.update(key))
  }

  private mutating func forget(_ key: SceneKey, _ reason: SceneGone.Reason) {
    if scenes[key]?.isVisible == true { news.append(.gone(key, reason)) }
    drop(key)
  }

  private mutating func drop(_ key: SceneKey) {
    guard let scene = scenes.removeValue(forKey: key) else { return }
    devices[key.device]?.scenes.remove(key.scene)
    spend(scene.stamp.epoch, of: key.device)
    unsavedScenes.insert(key)
  }

  /// Remembers, where no row of the window says so, which epochs were given.
  private mutating func spend(_ epoch: Int, of device: String) {
    guard epoch > devices[device]?.spentEpoch ?? 0 else { return }
    devices[device, default: Device()].spentEpoch = epoch
    unsavedShares.insert(device)
  }

  /// Notes that a window is to be written; of those that are shown to nobody only the epoch is.
  private mutating func note(_ key: SceneKey) {
    unsavedScenes.insert(key)
    guard share(of: key.device) == .off, let scene = scenes[key] else { return }
    spend(scene.stamp.epoch, of: key.device)
  }
}

// MARK: Saving

extension SceneBoard {
  /// Adds to `changes` what is not written yet.
  func addChanges(to changes: inout SceneChanges) {
    for key in unsavedScenes.sorted() {
      if let scene = scenes[key], share(of: key.device) != .off {
        changes.scenes.append(scene.record(of: key))
      } else {
        changes.forgottenScenes.append(key)
      }
    }
    for device in unsavedShares.sorted() {
      let known = devices[device] ?? Device()
      changes.shares.append(
        ShareRecord(
          device: device, share: known.share.rawValue, spentEpoch: known.spentEpoch))
    }
  }

  /// Everything is written.
  mutating func saved() {
    unsavedScenes = []
    unsavedShares = []
  }
}
