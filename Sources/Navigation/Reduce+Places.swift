/// Tabs, lists and routes (NAVIGATION §3.3).
extension LocalScene {
  /// Another tab: shown as it was left. The same tab: to its root, and from there to the top.
  mutating func selectTab(_ tab: Tab) -> [Output] {
    guard tab != nav.tab else {
      guard nav.active.path.isEmpty else {
        nav.active.path = []
        return [.history(.push)]
      }
      if let list = nav.active.list { nav.lists[list]?.anchor = nil } else { nav.feed.anchor = nil }
      return [.scrollTop]
    }
    let from = nav.tab
    let drafts = nav.cut()
    nav.tab = tab
    return [.history(.push), .focus("heading")] + drafts.map { .stash($0) }
      + [.tabSwitch(from: from, to: tab, via: "selectTab")]
  }

  /// Another root list of the active tab. Refused where that tab has no such list.
  mutating func selectList(_ list: ListRef, _ layout: Layout) -> [Output]? {
    guard list.isRoot(of: nav.tab) else { return nil }
    nav.active = TabState(list: list, compact: .content, path: [])
    return [.history(.push)] + (layout == .narrow ? [.focus("heading")] : [])
      + [.track("list_change")]
  }

  /// A row of the root list: replaces whatever was open, so that ten selections are not ten steps
  /// back.
  mutating func openItem(_ route: Route, _ layout: Layout) -> [Output]? {
    guard route.isLegal(after: [], in: nav.tab) else { return nil }
    let replaces = layout == .wide && nav.active.path.count == 1
    nav.active.path = [route]
    nav.active.compact = .content
    return [.history(replaces ? .replace : .push)] + (layout == .narrow ? [.focus("h1")] : [])
      + [.routePush(route, depth: 1, via: "openItem")]
  }

  /// Something opened from what is open. Refused where it may not stand there, and where it is
  /// there already.
  mutating func push(_ route: Route) -> [Output]? {
    let path = (nav.active.path + [route]).legal(in: nav.tab)
    guard path.count > nav.active.path.count else { return nil }
    nav.active.path = path
    nav.active.compact = .content
    return [.history(.push), .focus("h1"), .routePush(route, depth: path.count, via: "push")]
  }

  /// One step back: the top presentation, else the last route, else (narrow) to the sidebar, else
  /// out. It always ends, for every step makes the state smaller (P2).
  mutating func back(_ layout: Layout) -> [Output] {
    if !nav.present.isEmpty {
      let drafts = nav.cut(from: nav.present.count - 1)
      return [.history(.pop), .focus("opener")] + drafts.map { .stash($0) }
    }
    if let closed = nav.active.path.popLast() {
      return [.history(.pop), .focus("row.\(closed.key)"), .track("route_pop")]
    }
    if layout == .narrow, nav.tab.configuration.hasSidebar, nav.active.compact == .content,
      let list = nav.active.list
    {
      nav.active.compact = .sidebar
      return [.history(.pop), .focus("sidebar.\(list.key)"), .track("route_pop")]
    }
    return [.exit]
  }

  /// Back to the first `count` routes. Refused where there are no more than that.
  mutating func popTo(_ count: Int) -> [Output]? {
    guard count < nav.active.path.count else { return nil }
    nav.active.path.removeSubrange(count...)
    return [.history(.push)]
  }

  /// The sidebar, whichever way the layout has it. Refused in a narrow tab that has none.
  mutating func showSidebar(_ layout: Layout) -> [Output]? {
    let hasSidebar = nav.tab.configuration.hasSidebar
    switch layout {
    case .wide: nav.columns = .all
    case .narrow:
      guard hasSidebar else { return nil }
      nav.active.path = []
      nav.active.compact = .sidebar
    }
    guard hasSidebar, let list = nav.active.list else { return [] }
    return [.focus("sidebar.\(list.key)")]
  }

  /// Stored in either layout; only a wide one shows it.
  mutating func setColumns(_ columns: Columns) -> [Output] {
    nav.columns = columns
    return []
  }
}
