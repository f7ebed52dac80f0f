extension NavState {
  /// R6: a result that was added anywhere becomes its book, in place. A book that has died since
  /// does not take its result away.
  mutating func openAdded(_ dead: Deaths<some LibraryView>) {
    changeRoutes { route in
      guard case .result(let id) = route, let book = dead.library.added(id),
        !dead.book(dead.library.mergedInto(book))
      else { return route }
      return .book(book)
    }
  }

  /// R0: a book that was merged into another is that other, everywhere.
  mutating func followMerges(_ dead: Deaths<some LibraryView>) {
    let now = dead.library.mergedInto
    changeRoutes { route in
      if case .book(let id) = route { .book(now(id)) } else { route }
    }
    changeBookAnchors { anchor in
      anchor.id = anchor.id.map(now)
      anchor.near = anchor.near.map(now)
    }
    present = present.map { presentation in
      presentation.book.map { presentation.about(book: now($0)) } ?? presentation
    }
  }

  /// R1: a dead book leaves every path; what was opened from it stays. A neighbour is never chosen
  /// in its place.
  mutating func dropBooks(_ dead: Deaths<some LibraryView>) {
    changeRoutes { route in
      if case .book(let id) = route, dead.book(id) { nil } else { route }
    }
  }

  /// R3: an anchor whose row died moves to its first living neighbour, else keeps only its place.
  mutating func repairAnchors(_ dead: Deaths<some LibraryView>) {
    changeBookAnchors { anchor in
      anchor.near.removeAll(where: dead.book)
      guard let id = anchor.id, dead.book(id) else { return }
      anchor.id = anchor.near.first
      anchor.offset = 0
      anchor.near = Array(anchor.near.dropFirst())
    }
  }

  /// Replaces the routes of every path and makes it legal again; nil drops a route, and the others
  /// stay.
  mutating func changeRoutes(_ change: (Route) -> Route?) {
    for tab in Tab.allCases { self[tab].path = self[tab].path.compactMap(change).legal(in: tab) }
  }

  /// Search and feed are exempt: their rows are the catalogue's, which no library knows. Settings
  /// has no books.
  private mutating func changeBookAnchors(_ change: (inout Anchor) -> Void) {
    for list in lists.keys where list != .search && list != .settings {
      guard var anchor = lists[list]?.anchor else { continue }
      change(&anchor)
      lists[list]?.anchor = anchor
    }
  }
}
