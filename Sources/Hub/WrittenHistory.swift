import Library

/// What one transaction changed, in its order, and by entity: merging asks for the history of one
/// entity at a time, of thousands that a push may change.
struct WrittenHistory {
  /// Everything.
  private(set) var entries: [HistoryEntry] = []
  private var places: [EntityKey: [Int]] = [:]

  /// What happened to `entity`, oldest first.
  func entries(of entity: EntityKey) -> some BidirectionalCollection<HistoryEntry> {
    (places[entity] ?? []).lazy.map { entries[$0] }
  }

  static func += (history: inout WrittenHistory, new: [HistoryEntry]) {
    for entry in new {
      history.places[entry.entity, default: []].append(history.entries.count)
      history.entries.append(entry)
    }
  }
}
