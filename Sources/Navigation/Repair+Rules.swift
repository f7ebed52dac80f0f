extension NavState {
  /// R2: a presentation about something dead is cut, with all above it, whose drafts are given back
  /// to be stashed. An editor with unsaved edits becomes a new book with the same draft: "Restore
  /// as new".
  mutating func cutDeadPresentations(_ dead: Deaths<some LibraryView>) -> [String] {
    for (level, presentation) in present.enumerated() where isAboutDead(presentation, dead) {
      guard case .editBook(_, let draft, true) = presentation else {
        let stashed = present.dirtyDrafts(from: level + 1)
        present.removeSubrange(level...)
        return stashed
      }
      present[level] = .newBook(draft: draft, isDirty: true)
    }
    return []
  }

  private func isAboutDead(
    _ presentation: Presentation, _ dead: Deaths<some LibraryView>
  ) -> Bool {
    if case .deleteShelf(let shelf) = presentation { return dead.shelf(shelf) }
    return presentation.book.map(dead.book) ?? false
  }

  /// R4: where a dead shelf was the root list, all books are, with the path kept; pushed lists of
  /// it, its list state and filters on it go.
  mutating func dropShelves(_ dead: Deaths<some LibraryView>) {
    func isDead(_ list: ListRef?) -> Bool {
      if case .shelf(let id) = list { dead.shelf(id) } else { false }
    }
    changeRoutes { route in
      if case .list(let list) = route, isDead(list) { nil } else { route }
    }
    for tab in Tab.allCases where isDead(self[tab].list) { self[tab].list = .all }
    lists = lists.filter { !isDead($0.key) }
    dropValues(of: .shelf, where: dead.shelf)
  }

  /// R5: a tag or format, a person, series, publisher or language that no book has any more is no
  /// filter.
  mutating func dropFilters(_ dead: Deaths<some LibraryView>) {
    for facet in Filters.Facet.allCases where facet.isOfBooks {
      dropValues(of: facet) { dead.value($0, of: facet) }
    }
  }

  /// R7: a removed device has no page.
  mutating func dropDevices(_ dead: Deaths<some LibraryView>) {
    changeRoutes { route in
      if case .device(let id) = route, dead.device(id) { nil } else { route }
    }
  }

  private mutating func dropValues(of facet: Filters.Facet, where isDead: (String) -> Bool) {
    for (list, state) in lists {
      for (key, values) in state.query.filters.values where key.facet == facet {
        lists[list]?.query.filters.set(key, to: values.filter { !isDead($0) })
      }
    }
  }
}
