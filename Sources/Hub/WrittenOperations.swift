import Library
import Store

/// What one transaction put into the log, in its order, and by id: few ask whether it is there.
struct WrittenOperations {
  /// Everything.
  private(set) var entries: [LoggedOperation] = []
  /// Where they stand by their ids, of the first `placedCount`: few transactions ask.
  private var places: [String: Int] = [:]
  private var placedCount = 0

  /// Makes room for so many.
  mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

  mutating func append(_ entry: LoggedOperation) { entries.append(entry) }

  /// What was put in last as `id`, as it is answered when it is sent again.
  mutating func recorded(_ id: String) -> RecordedOperation? {
    for place in placedCount..<entries.count { places[entries[place].operation.id] = place }
    placedCount = entries.count
    guard let place = places[id] else { return nil }
    let entry = entries[place]
    return RecordedOperation(
      device: entry.device, incarnation: entry.incarnation, n: entry.operation.n,
      result: entry.result)
  }
}
