import Library
package import Store
import Wire

/// What of windows and links outlives the process: epochs, links and what a device shares before
/// anybody is told of them, everything else within seconds.
extension SyncHub {
  /// Reads what is kept of an account's windows, once.
  mutating func loadScenes(of account: String) throws(StoreError) {
    guard scenes[account] == nil else { return }
    scenes[account] = AccountScenes(try store.scenes(of: account))
  }

  /// Writes everything that has changed of windows and links, as before stopping.
  /// - Throws: `StoreError`, the first of all accounts'; what was not written is tried again with what
  ///   changes next.
  package mutating func saveScenes() throws(StoreError) {
    var failure: StoreError?
    for account in scenes.keys.sorted() {
      do throws(StoreError) { try save(account) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  mutating func save(_ account: String) throws(StoreError) {
    guard let changes = scenes[account]?.changes, !changes.isEmpty else { return }
    try store.save(changes)
    scenes[account]?.saved()
  }

  /// Lets time pass for windows and links.
  mutating func passScenes(now: Int, _ outputs: inout [HubOutput]) {
    for account in scenes.keys.sorted() {
      scenes[account]?.board.pass(now: now)
      scenes[account]?.desk.pass(now: now)
      announce(account, &outputs)
    }
    showDueScenes(&outputs)
    // Either way: a clock may be set back, too.
    guard abs(now - scenesSavedAt) >= Limits.sceneSaveMilliseconds else { return }
    scenesSavedAt = now
    do throws(StoreError) {
      try saveScenes()
    } catch {
      // It is written the next time; what nobody may be told before, waits in a promise.
    }
  }

  /// Forgets a device that was removed.
  mutating func removeScenes(
    of device: String, of account: String, now: Int, _ outputs: inout [HubOutput]
  ) {
    scenes[account]?.board.remove(device)
    scenes[account]?.desk.remove(device, now: now)
    announce(account, &outputs)
  }

  // MARK: Promises

  /// Lets something wait until what it stands on is durable: the next commit is.
  mutating func promise(_ promise: ScenePromise, to id: SessionID, of account: String) {
    promises.append((promise, id, account))
  }

  mutating func requestCommitForPromises(_ outputs: inout [HubOutput]) {
    guard !isCommitDue, !promises.isEmpty else { return }
    isCommitDue = true
    outputs.append(.commitDue)
  }

  /// Writes what promises stand on, one transaction for each account, and keeps them.
  mutating func keepPromises(now: Int, _ outputs: inout [HubOutput]) {
    let waiting = promises
    promises = []
    for account in Set(waiting.map(\.account)).sorted() {
      var isSaved = true
      do throws(StoreError) { try save(account) } catch { isSaved = false }
      for (promise, id, of) in waiting where of == account {
        keep(promise, to: id, of: account, isSaved: isSaved, now: now, &outputs)
      }
      announce(account, &outputs)
    }
  }

  private mutating func keep(
    _ promise: ScenePromise, to id: SessionID, of account: String, isSaved: Bool, now: Int,
    _ outputs: inout [HubOutput]
  ) {
    switch promise {
    case .attached(let key) where isSaved:
      guard let attached = scenes[account]?.board.attached(key, to: id, now: now) else { return }
      outputs.append(.send(id, EncodedMessage(.scene(.attached(attached)))))
    case .attached(let key):
      // An epoch that a crash might give again is worth nothing: the window stays its browser's own.
      guard scenes[account]?.board.scenes[key]?.holder == id else { return }
      scenes[account]?.board.release(key)
      let refused = SceneRefused(scene: key.scene, reason: .tooMany)
      outputs.append(.send(id, EncodedMessage(.scene(.refused(refused)))))
    case .share:
      guard let device = sessions[id]?.membership?.device, let known = scenes[account] else {
        return
      }
      let share = ScenesShare(share: known.board.share(of: device))
      let others = openSessions[device, default: []].filter(known.watchers.contains)
      for each in others.union([id]).sorted() {
        outputs.append(.send(each, EncodedMessage(.scene(.share(share)))))
      }
    case .link(let key):
      deliver(key, of: account, isKept: isSaved, now: now, &outputs)
    case .forgotten: break
    }
  }
}
