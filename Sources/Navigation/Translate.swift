extension NavState {
  /// Another window's place, taken over by this one (NAVIGATION §3.7): the activity, not the world.
  /// The source's active tab as it stands, the lists it shows, the feed if that is where it is;
  /// this window's other tabs and columns stay. `lib` is the library cursor of the source.
  package func adopting(
    _ source: NavState, library: some LibraryView, lib: Int = 0
  ) -> NavState {
    var moved = self
    moved.tab = source.tab
    moved.active = source.active
    for list in source.listsOnScreen {
      if let state = source.lists[list] { moved.lists[list] = state }
    }
    if source.tab == .feed { moved.feed = source.feed }
    moved.present = []
    if source.present.count == 1, case .cover = source.present[0] {
      moved.present = source.present
    }
    moved.boundLists()
    return moved.repaired(against: library, lib: lib).nav
  }
}
