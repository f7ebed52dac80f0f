/// Presentations, and what comes of the work done in them (NAVIGATION §3.3).
extension LocalScene {
  /// Refused where the presentation may not stand above what is presented.
  mutating func present(_ presentation: Presentation) -> [Output]? {
    guard nav.present.allows(presentation) else { return nil }
    nav.present.append(presentation)
    let isPlace = presentation.style == .sheet || presentation.style == .cover
    return (isPlace ? [.history(.push)] : []) + [.focus("inside"), .track("present")]
  }

  /// Closes what is on top, keeping its draft.
  mutating func dismiss() -> [Output]? {
    guard !nav.present.isEmpty else { return nil }
    return [.focus("opener")] + nav.cut(from: nav.present.count - 1).map { .stash($0) }
  }

  /// The top editor now has, or has no longer, edits that are not saved.
  mutating func markDraft(_ isDirty: Bool) -> [Output]? {
    guard let level = nav.present.topEditor else { return nil }
    nav.present[level] = nav.present[level].marked(dirty: isDirty)
    return []
  }

  /// The answer to the alert or dialog on top. Refused where none asks that question.
  mutating func resolve(_ choice: Action.Choice) -> [Output]? {
    guard let leaf = nav.present.last, leaf.isLeaf else { return nil }
    switch (choice, leaf) {
    case (.delete, .deleteBook(let id)), (.delete, .deleteShelf(let id)):
      // Everything presented closes; the library deletes, and its change repairs the path.
      return nav.cut().map { .stash($0) } + [.delegate(leaf.name, id)]
    case (.discard, .discard): return discard()
    case (.retry, .error(_, let retry?)):
      nav.present.removeLast()
      return [.delegate("retry", retry)]
    case (.cancel, _):
      nav.present.removeLast()
      return []
    default: return nil
    }
  }

  /// The dialog goes, and the editor under it with its draft.
  private mutating func discard() -> [Output] {
    nav.present.removeLast()
    guard let draft = nav.present.last?.draft else { return [] }
    nav.present.removeLast()
    return [.discard(draft)]
  }

  /// The top editor's save succeeded: it closes, with what stands above it.
  mutating func saved() -> [Output]? {
    guard let level = nav.present.topEditor else { return nil }
    nav.present.removeSubrange(level...)
    return [.notice("saved", nil)]
  }

  /// A result was added as a book. Whoever still looks at the result goes to the book; whoever has
  /// moved on only hears of it. Repair may have made the result its book before this is told (R6).
  mutating func added(_ result: String, _ book: String) -> [Output] {
    let top = nav.active.path.last
    let isStillThere = nav.tab == .search && (top == .result(result) || top == .book(book))
    guard isStillThere, nav.present.topEditor == nil else { return [.notice("added", book)] }
    nav.present = []
    nav.active.path = []
    nav.tab = .library
    nav.active = TabState(list: .all, compact: .content, path: [.book(book)])
    return [.history(.push)]
  }

  /// Something failed: an alert with Retry, or a notice where no alert may stand.
  mutating func failed(_ code: String, _ retry: String?) -> [Output] {
    let alert = Presentation.error(code: code, retry: retry)
    guard nav.present.allows(alert) else { return [.notice("failed", code)] }
    nav.present.append(alert)
    return []
  }
}
