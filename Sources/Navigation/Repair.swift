import Library

extension NavState {
  /// The legal state nearest to this one in which nothing dead is shown or remembered (NAVIGATION
  /// §3.5), and what came of it: a notice when the visible top died or the visible list lost a
  /// filter, stashed drafts, and one count for each rule that changed something. Total and
  /// idempotent.
  ///
  /// `lib` is the library cursor of whoever made the state: what they may know and `library` does
  /// not is kept. Added results become books before merges are followed and the dead are dropped,
  /// so that one pass reaches the fixed point.
  package func repaired(against library: some LibraryView, lib: Int = 0) -> (
    nav: NavState, outputs: [Output]
  ) {
    let dead = Deaths(library: library, lib: lib)
    var current = self
    var counts: [Output] = []
    func apply(_ rule: String, _ change: (inout NavState) -> Void) {
      let before = current
      change(&current)
      if current != before { counts.append(.track("repair", ["rule": .string(rule)])) }
    }
    apply("R6") { $0.openAdded(dead) }
    apply("R0") { $0.followMerges(dead) }
    let named = current
    var stashed: [String] = []
    apply("R1") { $0.dropBooks(dead) }
    apply("R2") { stashed = $0.cutDeadPresentations(dead) }
    apply("R3") { $0.repairAnchors(dead) }
    apply("R4") { $0.dropShelves(dead) }
    apply("R5") { $0.dropFilters(dead) }
    apply("R7") { $0.dropDevices(dead) }
    let notices = named.notices(after: current, dead)
    return (current, notices + stashed.map { .stash($0) } + counts)
  }

  private func notices(after: NavState, _ dead: Deaths<some LibraryView>) -> [Output] {
    var notices: [Output] = []
    if let gone = deadTop(dead) { notices.append(.notice("gone", gone)) }
    // The root list first, then those of the path: the order in which they are shown.
    for list in after.active.listsInOrder {
      guard let old = lists[list], let now = after.lists[list] else { continue }
      if old.query.filters != now.query.filters { notices.append(.notice("filter", list.key)) }
    }
    return notices
  }

  /// The id of what is shown on top, if it is dead: of the topmost presentation if there is any,
  /// else of the last route, else of the root list.
  private func deadTop(_ dead: Deaths<some LibraryView>) -> String? {
    if let modal = present.last {
      if let book = modal.book, dead.book(book) { return book }
      if case .deleteShelf(let shelf) = modal, dead.shelf(shelf) { return shelf }
      return nil
    }
    switch active.path.last {
    case .book(let id): return dead.book(id) ? id : nil
    case .device(let id): return dead.device(id) ? id : nil
    case .list(.shelf(let id)): return dead.shelf(id) ? id : nil
    case .list, .result, .page: return nil
    case nil:
      guard case .shelf(let id) = active.list else { return nil }
      return dead.shelf(id) ? id : nil
    }
  }
}

/// Who is dead, asked of one library for one state: tombstoned, or absent where this library has
/// everything the state's sender had. Otherwise absence only means *not yet known*.
struct Deaths<View: LibraryView> {
  let library: View
  let lib: Int

  func book(_ id: String) -> Bool { isDead(library.book(id)) }
  func shelf(_ id: String) -> Bool { isDead(library.shelf(id)) }
  func device(_ id: String) -> Bool { isDead(library.device(id)) }
  func value(_ value: String, of facet: Filters.Facet) -> Bool {
    isDead(library.value(value, of: facet))
  }

  private func isDead(_ life: Life) -> Bool {
    life == .dead || (life == .absent && library.cursor >= lib)
  }
}
