import Library

/// Links, history, the library's changes and coming back (NAVIGATION §3.3, §3.4, §3.10).
extension LocalScene {
  /// Goes where a link leads, if it leads anywhere. In a running window a bad link moves nothing;
  /// in one that starts with it (`isCold`), it shows the library. Both say so.
  mutating func openLink(
    _ text: String, isCold: Bool, lib: Int, _ environment: Environment<some LibraryView>
  ) -> [Output] {
    do throws(LinkError) {
      let link = try Link(parsing: text)
      return follow(link, isCold ? .replace : .push, lib: lib, environment)
    } catch {
      return refuse(error, isCold: isCold)
    }
  }

  /// Goes where `link` leads; what is dead there is repaired, with a notice.
  mutating func follow(
    _ link: Link, _ entry: Output.History, lib: Int, _ environment: Environment<some LibraryView>
  ) -> [Output] {
    let from = nav.tab
    let drafts = nav.cut()
    nav.land(on: link)
    let mended = nav.repaired(against: environment.library, lib: lib)
    nav = mended.nav
    var outputs: [Output] = [.history(entry)] + mended.outputs.filter { !$0.isTrack }
    outputs += drafts.map { .stash($0) }
    // A link into another tab that also opens something counts as both, unlike any other action.
    outputs.append(.track("link_open", ["level": .string(link.level)]))
    if link.tab != from { outputs.append(.tabSwitch(from: from, to: link.tab, via: "openLink")) }
    if let top = link.path.last {
      outputs.append(.routePush(top, depth: link.path.count, via: "openLink"))
    }
    return outputs
  }

  private mutating func refuse(_ reason: LinkError, isCold: Bool) -> [Output] {
    let notice = Output.notice("link_invalid", reason.rawValue)
    let count = Output.track("link_invalid", ["reason": .string(reason.rawValue)])
    guard isCold else { return [notice, count] }
    let drafts = nav.cut()
    nav.land(on: .tab(.library))
    return [.history(.replace), notice] + drafts.map { .stash($0) } + [count]
  }

  /// Back or forward in the browser's history, to the snapshot `entry`: its place and query come
  /// back, and presentations close down to its depth. One whose top has died is passed over in the
  /// same direction; with no direction left (0) it is shown repaired.
  mutating func traverse(
    _ entry: NavState, _ direction: Int, lib: Int, _ environment: Environment<some LibraryView>
  ) -> [Output] {
    let alive = entry.repaired(against: environment.library, lib: lib).nav
    let isDead = !alive.showsSameTop(as: entry)
    if isDead, direction != 0 { return [.historyGo(direction)] }
    let reopens = nav.present.isEmpty && alive.present.first?.style == .cover
    let drafts = nav.cut(from: alive.present.count)
    if reopens { nav.present = Array(alive.present.prefix(1)) }
    nav.tab = alive.tab
    nav.active = alive.active
    nav.takeQuery(from: alive)
    return (isDead ? [.history(.replace)] : []) + drafts.map { .stash($0) }
  }

  /// The library changed: whatever died in it leaves the state. Only what died elsewhere is news to
  /// whoever looks at it.
  mutating func libraryChanged(
    isRemote: Bool, lib: Int, _ environment: Environment<some LibraryView>
  ) -> [Output] {
    let mended = nav.repaired(against: environment.library, lib: lib)
    if mended.nav == nav { return [] }
    nav = mended.nav
    return [.history(.replace)] + mended.outputs.filter { isRemote || !$0.isNotice }
  }

  /// A window comes back as it was left; alerts and dialogs do not, for their question may be
  /// stale. A link that says anything else than the state does is a newer wish, and wins. Drafts
  /// that were open and do not come back are stashed.
  mutating func restore(
    _ state: NavState, link: String?, lib: Int, _ environment: Environment<some LibraryView>
  ) -> [Output] {
    var kept = state
    kept.present.removeAll(where: \.isLeaf)
    let mended = kept.repaired(against: environment.library, lib: lib)
    let left = nav.present.dirtyDrafts().filter { draft in
      !mended.nav.present.contains { $0.draft == draft }
    }
    let drafts = left.map { .stash($0) } + mended.outputs.filter(\.isStash)
    nav = mended.nav
    guard let link, !Text.areSame(link, kept.link) else { return [.history(.replace)] + drafts }
    let opened = openLink(link, isCold: true, lib: lib, environment)
    return opened.prefix(1) + drafts + opened.dropFirst()
  }
}

extension NavState {
  /// Moves to where `link` leads.
  fileprivate mutating func land(on link: Link) {
    tab = link.tab
    guard case .place(let place) = link else {
      active.path = []
      return
    }
    active = TabState(list: place.list, compact: .content, path: place.path)
    // A list that already answers the link's query keeps its position.
    guard let list = place.list, let query = place.query,
      (lists[list] ?? ListState()).query != query
    else { return }
    useList(list) { $0 = ListState(query: query, anchor: nil, used: $0.used) }
  }

  /// The root list's query as `entry` had it, so that the address bar tells the truth. The position
  /// is the latest one, unless the rows are others now.
  fileprivate mutating func takeQuery(from entry: NavState) {
    guard let list = entry.active.list else { return }
    let then = entry.lists[list] ?? ListState()
    guard (lists[list] ?? ListState()).query != then.query else { return }
    useList(list) { $0 = ListState(query: then.query, anchor: then.anchor, used: $0.used) }
  }

  /// Whether both states show the same thing on top of their active tab.
  fileprivate func showsSameTop(as other: NavState) -> Bool {
    if let top = other.active.path.last { return active.path.last == top }
    return active.path.isEmpty && active.list == other.active.list
  }
}
