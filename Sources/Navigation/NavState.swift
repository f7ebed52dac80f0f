/// Where a window is: one value, of which columns and stack are two pure views (NAVIGATION §3.1).
/// Every `NavState` that decoding or reducing makes is legal.
package struct NavState: Hashable, Sendable {
  /// The active tab.
  package var tab: Tab
  /// How many columns the person wants in a wide window.
  package var columns: Columns
  /// Where each tab is; every tab has its entry.
  package var tabs: [Tab: TabState]
  /// What is remembered of the lists that were used.
  package var lists: ListStates
  /// Where the feed is, which is no list.
  package var feed: Feed
  /// One destination on each level, bottom first.
  package var present: [Presentation]
}

/// Where one tab is, kept while another is active.
package struct TabState: Hashable, Sendable {
  /// What a narrow window shows where the path is empty.
  package enum Compact: String, Sendable {
    case sidebar, content
  }

  /// The root list; nil in the feed, which is none.
  package var list: ListRef?
  /// What a narrow window shows where the path is empty.
  package var compact: Compact
  /// What was opened from the root, one from the other.
  package var path: [Route]
}

/// Where the feed is.
package struct Feed: Hashable, Sendable {
  /// What its shuffle was seeded with.
  package var seed: String
  /// The cover it rests at; nil is the first.
  package var anchor: Anchor?
}

extension NavState {
  /// What a link of a state says: the place, without presentations, positions and columns.
  package struct Core: Hashable, Sendable {
    /// The active tab.
    package let tab: Tab
    /// Its root list; nil in the feed.
    package let list: ListRef?
    /// Its path.
    package let path: [Route]
    /// What the root list is asked; nil in the feed.
    package let query: Query?
  }

  /// Where the active tab is.
  package var active: TabState {
    get { self[tab] }
    set { self[tab] = newValue }
  }

  /// Where `tab` is.
  package subscript(tab: Tab) -> TabState {
    get {
      guard let state = tabs[tab] else { preconditionFailure("a state has every tab") }
      return state
    }
    set { tabs[tab] = newValue }
  }

  /// The place, as links say it.
  package var core: Core {
    Core(
      tab: tab, list: active.list, path: active.path,
      query: active.list.map { (lists[$0] ?? ListState()).query })
  }

  /// The lists that the active tab shows, at its root or in its path.
  package var listsOnScreen: Set<ListRef> { active.listsShown }

  /// Forgets the least recently used lists beyond the bound.
  mutating func boundLists() {
    lists = lists.bounded(onScreen: listsOnScreen)
  }

  /// Changes what is remembered of `list`, which so becomes the one used last.
  mutating func useList(_ list: ListRef, _ change: (inout ListState) -> Void) {
    var state = lists[list] ?? ListState()
    change(&state)
    state.used = lists.nextUse
    lists[list] = state
    boundLists()
  }

  /// Removes presentations from `level` up; gives the drafts that must be stashed for it.
  mutating func cut(from level: Int = 0) -> [String] {
    let drafts = present.dirtyDrafts(from: level)
    present.removeSubrange(min(level, present.count)...)
    return drafts
  }
}

extension TabState {
  /// The lists this tab shows, at its root or in its path.
  package var listsShown: Set<ListRef> { Set(listsInOrder) }

  /// The lists this tab shows, each once: the root first, then those of the path.
  var listsInOrder: [ListRef] {
    var lists = list.map { [$0] } ?? []
    for case .list(let list) in path where !lists.contains(list) { lists.append(list) }
    return lists
  }
}
