import Library

/// Continue, follow, and links from other devices (NAVIGATION §3.7).
extension LocalScene {
  /// Continue here: the place that another device's card showed, with the own one kept for Undo.
  mutating func adopt(
    _ source: NavState, lib: Int, _ environment: Environment<some LibraryView>
  ) -> [Output] {
    let own = nav
    nav = own.adopting(source, library: environment.library, lib: lib)
    undo = own
    return [.history(.push), .notice("undo", nil)]
      + own.present.dirtyDrafts().map { .stash($0) } + [.track("adopt")]
  }

  /// Back to the place before Continue, repaired, for the library has moved on. Its editors are not
  /// reopened: their drafts were stashed.
  mutating func undoAdopt(_ environment: Environment<some LibraryView>) -> [Output]? {
    guard var own = undo else { return nil }
    own.present = []
    let drafts = nav.present.dirtyDrafts()
    nav = own.repaired(against: environment.library).nav
    undo = nil
    return [.history(.push)] + drafts.map { .stash($0) }
  }

  /// Follow another window. Whoever follows is resolved to the one they follow; refused while an
  /// editor is open, and where it would run in a circle.
  mutating func followStart(
    _ source: SceneRef, _ sourceFollows: SceneRef?, _ leader: NavState, lib: Int,
    _ environment: Environment<some LibraryView>
  ) -> [Output]? {
    let resolved = sourceFollows ?? source
    guard nav.present.topEditor == nil, resolved != environment.own, source != environment.own
    else { return nil }
    nav = mirroring(leader, lib: lib, environment)
    following = resolved
    return [.history(.replace), .banner(.follow)]
  }

  /// The leader moved. Anybody else's update is ignored.
  mutating func followUpdate(
    _ source: SceneRef, _ leader: NavState, lib: Int, _ environment: Environment<some LibraryView>
  ) -> [Output]? {
    guard following == source else { return nil }
    nav = mirroring(leader, lib: lib, environment)
    return [.history(.replace)]
  }

  /// Stops following and keeps the place.
  mutating func followStop(_ reason: Action.StopReason) -> [Output]? {
    guard following != nil else { return nil }
    following = nil
    return [.banner(.none), .track("follow_stop", ["reason": .string(reason.rawValue)])]
  }

  /// The leader's place; presentations are ignored both ways.
  private func mirroring(
    _ leader: NavState, lib: Int, _ environment: Environment<some LibraryView>
  ) -> NavState {
    var bare = leader
    bare.present = []
    var mirrored = nav.adopting(bare, library: environment.library, lib: lib)
    mirrored.present = nav.present
    return mirrored
  }

  /// A link from another device. By policy it is refused, opened at once (only where nobody is in
  /// the middle of anything), or put into the inbox.
  mutating func receive(
    _ message: Incoming, _ policy: Action.RemoteOpen, isIdle: Bool,
    _ environment: Environment<some LibraryView>
  ) -> [Output] {
    if policy == .off { return tell(message.id, "blocked") }
    if inbox.contains(where: message.isRepeat) { return tell(message.id, "delivered") }
    let isFree = nav.present.topEditor == nil && !nav.present.contains(where: \.isLeaf)
    if policy == .auto, isIdle, isFree, let link = try? Link(parsing: message.link) {
      // New history never follows remote causes.
      return follow(link, .replace, lib: message.lib, environment) + tell(message.id, "opened")
    }
    let expired = inbox.prefix(max(0, inbox.count + 1 - Limits.inboxLength))
    inbox.removeFirst(expired.count)
    inbox.append(message)
    return [.banner(.inbox)] + expired.flatMap { tell($0.id, "expired") }
      + tell(message.id, "delivered")
  }

  /// What the person says to a link in the inbox. Opening it is their own doing: drafts are
  /// stashed, and it makes history like any link they press.
  mutating func answer(
    _ id: String, _ choice: Action.Answer, _ environment: Environment<some LibraryView>
  ) -> [Output]? {
    guard let message = inbox.first(where: { $0.id == id }) else { return nil }
    inbox.removeAll { $0.id == id }
    guard choice == .open else { return tell(id, "dismissed") }
    return openLink(message.link, isCold: false, lib: message.lib, environment)
      + tell(id, "opened")
  }

  private func tell(_ id: String, _ state: String) -> [Output] {
    [.ack(id, state), .track("remote_open", ["state": .string(state)])]
  }
}
