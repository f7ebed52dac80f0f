import Library
import Navigation
import Store
import Wire

/// Windows: who publishes where, and who hears of it (NAVIGATION §3.6, §3.8).
extension SyncHub {
  /// Does what a client asks about windows and links.
  mutating func accept(
    _ request: SceneRequest, from id: SessionID, now: Int, _ outputs: inout [HubOutput]
  ) throws(SessionFault) {
    guard let membership = sessions[id]?.membership else { throw .beforeHello(request.type) }
    let (account, device) = (membership.account, membership.device)
    switch request {
    case .attach(let attach):
      let key = SceneKey(device: device, scene: attach.scene)
      guarding(attach.scene, id, &outputs) { hub throws(SceneRefused.Reason) in
        try hub.scenes[account]?.board.attach(key, name: attach.name, to: id, now: now)
        hub.promise(.attached(key), to: id, of: account)
      }
    case .publish(let message):
      guarding(message.scene, id, &outputs) { hub throws(SceneRefused.Reason) in
        try hub.scenes[account]?.board.publish(message, of: device, by: id, now: now)
      }
    case .detach(let message):
      guarding(message.scene, id, &outputs) { hub throws(SceneRefused.Reason) in
        try hub.scenes[account]?.board.detach(message, of: device, by: id, now: now)
        if message.isPrivate { hub.promise(.forgotten, to: id, of: account) }
      }
    case .watch(let watch): self.watch(watch.isOn, by: id, of: account, &outputs)
    case .share(let share):
      scenes[account]?.board.share(share.share, by: device, now: now)
      promise(.share, to: id, of: account)
    case .sendLink(let send):
      try self.send(send, from: device, by: id, of: account, now: now, &outputs)
    case .answerLink(let answer):
      scenes[account]?.desk.answer(answer, by: device, now: now)
    }
    announce(account, &outputs)
    requestCommitForPromises(&outputs)
  }

  /// Does something with a scene, whose connection is told when it is not granted.
  private mutating func guarding(
    _ scene: String, _ id: SessionID, _ outputs: inout [HubOutput],
    _ body: (inout SyncHub) throws(SceneRefused.Reason) -> Void
  ) {
    do throws(SceneRefused.Reason) {
      try body(&self)
    } catch {
      outputs.append(
        .send(id, EncodedMessage(.scene(.refused(SceneRefused(scene: scene, reason: error))))))
    }
  }

  // MARK: Who watches

  private mutating func watch(
    _ isOn: Bool, by id: SessionID, of account: String, _ outputs: inout [HubOutput]
  ) {
    sessions[id]?.isWatching = isOn
    guard isOn else {
      scenes[account]?.unwatch(id)
      return
    }
    // What cannot be taken now is sent when it can.
    guard sessions[id]?.isCongested == false else {
      sessions[id]?.sceneChangeCount = nil
      return
    }
    sessions[id]?.watchCount += 1
    // Whoever is to be shown all anew hears no news before.
    guard sessions[id]?.isShowDue == false else {
      scenes[account]?.unwatch(id)
      return
    }
    showAll(to: id, of: account, &outputs)
  }

  /// Shows all windows to those who asked for them too often since the last tick.
  mutating func showDueScenes(_ outputs: inout [HubOutput]) {
    for id in sessions.filter({ $0.value.watchCount > 0 }).keys.sorted() {
      guard let session = sessions[id], let account = session.membership?.account else { continue }
      sessions[id]?.watchCount = 0
      if session.isShowDue, !session.isCongested { showAll(to: id, of: account, &outputs) }
    }
  }

  /// Sends a connection everything there is to see, what its device shares, and how far its links are;
  /// from then on it hears of every change.
  private mutating func showAll(
    to id: SessionID, of account: String, _ outputs: inout [HubOutput]
  ) {
    guard let device = sessions[id]?.membership?.device, let known = scenes[account] else { return }
    let visible = known.board.visible.compactMap { key in
      known.board.scenes[key].map { (scene: $0.published(as: key), nav: $0.shownNav) }
    }
    outputs.append(.send(id, EncodedMessage(scenes: visible)))
    let share = known.board.share(of: device)
    outputs.append(.send(id, EncodedMessage(.scene(.share(ScenesShare(share: share))))))
    scenes[account]?.watch(id)
    for link in known.desk.sent(by: device) { tell(link, to: [id], of: account, &outputs) }
  }

  /// Stops telling a connection that cannot take it.
  mutating func congestScenes(_ id: SessionID) {
    guard let session = sessions[id], session.isWatching,
      let account = session.membership?.account
    else { return }
    scenes[account]?.unwatch(id)
    sessions[id]?.sceneChangeCount = session.isShowDue ? nil : scenes[account]?.changeCount
  }

  /// Goes on telling a connection that can take it again: everything anew, where it missed something.
  mutating func drainScenes(_ id: SessionID, _ outputs: inout [HubOutput]) {
    guard let session = sessions[id], let account = session.membership?.account else { return }
    if session.isWatching {
      if session.sceneChangeCount == scenes[account]?.changeCount {
        scenes[account]?.watch(id)
      } else {
        showAll(to: id, of: account, &outputs)
      }
    }
    deliverLinks(to: [id], &outputs)
    announce(account, &outputs)
  }

  /// The connection is gone, and holds nothing any more.
  mutating func forgetScenes(of id: SessionID, _ membership: Session.Membership) {
    scenes[membership.account]?.unwatch(id)
    scenes[membership.account]?.board.release(membership.device, from: id)
  }

  /// Tells all who watch what is new, each message encoded once; hands devices the links that had to
  /// wait for another's end, and tells senders how far theirs are.
  mutating func announce(_ account: String, _ outputs: inout [HubOutput]) {
    for news in scenes[account]?.board.takeNews() ?? [] {
      scenes[account]?.changeCount += 1
      guard let known = scenes[account], !known.watchers.isEmpty else { continue }
      switch news {
      case .update(let key):
        // What has gone since is told by what comes next.
        guard let scene = known.board.scenes[key], scene.isVisible else { continue }
        let message = EncodedMessage(scene: scene.published(as: key), nav: scene.shownNav)
        outputs.append(.broadcast(known.watchers, message))
      case .gone(let key, let reason):
        let gone = SceneGone(SceneAddress(key), reason: reason)
        outputs.append(.broadcast(known.watchers, EncodedMessage(.scene(.gone(gone)))))
      }
    }
    for device in scenes[account]?.desk.takeFreed() ?? [] {
      deliverLinks(to: openSessions[device, default: []].sorted(), &outputs)
    }
    for key in scenes[account]?.desk.takeNews() ?? [] {
      guard let link = scenes[account]?.desk[key] else { continue }
      tell(link, to: openSessions[key.from, default: []].sorted(), of: account, &outputs)
    }
  }
}

extension EncodedMessage {
  /// Encodes `scene.update`, whose state is text already.
  init(scene: PublishedScene, nav: [UInt8]) {
    self.init(bytes: SceneUpdate.encoded(scene, nav: nav))
  }

  /// Encodes `scenes`, whose states are text already.
  init(scenes: [(scene: PublishedScene, nav: [UInt8])]) {
    self.init(bytes: Scenes.encoded(scenes))
  }
}
