import Library

/// What one transaction changed, in its order, and by entity: merging asks for the history of one
/// entity at a time, of thousands that a push may change.
struct WrittenHistory {
  /// What each operation changed that changed something.
  private(set) var operations: [[HistoryEntry]] = []
  /// What happened to each entity in the first `sortedCount` of them: few transactions ask.
  private var byEntity: [EntityKey: [HistoryEntry]] = [:]
  private var sortedCount = 0

  /// Makes room for so many operations.
  mutating func reserve(_ operationCount: Int) { operations.reserveCapacity(operationCount) }

  /// Takes what one more operation changed.
  mutating func append(_ entries: [HistoryEntry]) {
    if !entries.isEmpty { operations.append(entries) }
  }

  /// What happened to `entity`, oldest first.
  mutating func entries(of entity: EntityKey) -> [HistoryEntry] {
    for entry in operations[sortedCount...].joined() {
      byEntity[entry.entity, default: []].append(entry)
    }
    sortedCount = operations.count
    return byEntity[entity] ?? []
  }
}
