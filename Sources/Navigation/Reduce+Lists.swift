/// What a list is asked and where it stands (NAVIGATION §3.3).
extension LocalScene {
  /// The list is asked something else; its position means nothing any more.
  mutating func requery(_ list: ListRef, _ change: (inout Query) -> Void) -> [Output] {
    nav.useList(list) { state in
      change(&state.query)
      state.anchor = nil
    }
    return [.history(.replace), .announceCount]
  }

  /// A list came to rest elsewhere. The list is named by the event: whatever is active by the time
  /// it arrives is another matter.
  mutating func scrolled(_ list: ListRef, _ anchor: Anchor?) -> [Output] {
    nav.useList(list) { $0.anchor = anchor }
    return []
  }

  /// The feed came to rest at another cover; near the end of what is loaded it asks for the next
  /// page.
  mutating func feedMoved(_ anchor: Anchor?, _ count: Int?) -> [Output] {
    nav.feed.anchor = anchor
    guard let anchor, let count, anchor.index >= count - Limits.feedAhead else { return [] }
    return [.loadFeed(Limits.feedPage)]
  }
}
