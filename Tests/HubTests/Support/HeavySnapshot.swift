import Library
import Store

/// A snapshot of which as much seems to have been read as is ever held, and that notes how many states it was
/// given to write at a time.
final class HeavySnapshot: LibrarySnapshot {
  private let snapshot: any LibrarySnapshot
  private(set) var writtenCounts: [Int] = []

  init(_ snapshot: any LibrarySnapshot) { self.snapshot = snapshot }

  var library: LibraryRecord { snapshot.library }
  var readByteCount: Int { .max }

  func write(_ part: CommitBatch) throws(StoreError) {
    writtenCounts.append(part.states.count)
    try snapshot.write(part)
  }

  func recorded(_ ops: [String]) throws(StoreError) -> [String: RecordedOperation] {
    try snapshot.recorded(ops)
  }
  func progress(
    of device: String, in incarnation: String
  ) throws(StoreError) -> DeviceProgress? {
    try snapshot.progress(of: device, in: incarnation)
  }
  func states(
    of keys: some Collection<EntityKey>
  ) throws(StoreError) -> [EntityKey: EntityState] { try snapshot.states(of: keys) }
  func states(
    of keys: Set<EntityKey>, byteCountMax: Int
  ) throws(StoreError) -> (states: [EntityKey: EntityState], rest: [EntityKey]) {
    try snapshot.states(of: keys, byteCountMax: byteCountMax)
  }
  func times(of seqs: Set<Int>) throws(StoreError) -> [Int: Int] { try snapshot.times(of: seqs) }
  func page(since cursor: Int, limit: Int, byteCountMax: Int) throws(StoreError) -> StatePage {
    try snapshot.page(since: cursor, limit: limit, byteCountMax: byteCountMax)
  }
  func rows(since cursor: Int, limit: Int, byteCountMax: Int) throws(StoreError) -> RowPage {
    try snapshot.rows(since: cursor, limit: limit, byteCountMax: byteCountMax)
  }
  func change(
    of field: String, in entity: EntityKey, seenBy author: Author, stepsMax: Int
  ) throws(StoreError) -> HistorySearch {
    try snapshot.change(of: field, in: entity, seenBy: author, stepsMax: stepsMax)
  }
  func making(
    of entity: EntityKey, seenBy author: Author, stepsMax: Int
  ) throws(StoreError) -> HistorySearch {
    try snapshot.making(of: entity, seenBy: author, stepsMax: stepsMax)
  }
  func books(identifiedBy identifier: String, limit: Int) throws(StoreError) -> [EntityKey] {
    try snapshot.books(identifiedBy: identifier, limit: limit)
  }
  func authoredHistory(of entity: EntityKey) throws(StoreError) -> [HistoryEntry] {
    try snapshot.authoredHistory(of: entity)
  }
  func places(in order: Rebalance.Order) throws(StoreError) -> [Rebalance.Member] {
    try snapshot.places(in: order)
  }
  func trash(before time: Int, limit: Int) throws(StoreError) -> [EntityKey] {
    try snapshot.trash(before: time, limit: limit)
  }
  func history(
    of entity: EntityKey, before: Int?, limit: Int, byteCountMax: Int
  ) throws(StoreError) -> HistoryPage {
    try snapshot.history(of: entity, before: before, limit: limit, byteCountMax: byteCountMax)
  }
  func states(of kind: String, naming id: String) throws(StoreError) -> [EntityState] {
    try snapshot.states(of: kind, naming: id)
  }
  func forEachState(
    of kind: String?, _ body: (EntityState) throws(StoreError) -> Void
  ) throws(StoreError) { try snapshot.forEachState(of: kind, body) }
}
