import Library

/// What one transaction changed, in its order, and by entity: merging asks for the history of one
/// entity at a time, of thousands that a push may change.
struct WrittenHistory {
  /// Everything.
  private(set) var entries: [HistoryEntry] = []
  /// Where the entries of each entity stand, of the first `placedCount`: few transactions ask.
  private var places: [EntityKey: [Int]] = [:]
  private var placedCount = 0

  /// Makes room for what so many operations change.
  mutating func reserve(_ operationCount: Int) { entries.reserveCapacity(operationCount) }

  /// What happened to `entity`, oldest first.
  mutating func entries(of entity: EntityKey) -> some BidirectionalCollection<HistoryEntry> {
    for place in placedCount..<entries.count {
      places[entries[place].entity, default: []].append(place)
    }
    placedCount = entries.count
    return (places[entity] ?? []).lazy.map { [entries] in entries[$0] }
  }

  static func += (history: inout WrittenHistory, new: [HistoryEntry]) { history.entries += new }
}
