/// Times to come, each with what is due then; the earliest is at hand. A binary heap.
///
/// Nothing is taken out before its time: who no longer wants it ignores it then. That makes moving a
/// connection's idle deadline, which happens at every read, free.
struct Deadlines<Item> {
  struct Entry {
    let time: ContinuousClock.Instant
    let item: Item
  }

  private var heap: [Entry] = []

  var earliest: ContinuousClock.Instant? { heap.first?.time }

  mutating func insert(_ item: Item, at time: ContinuousClock.Instant) {
    heap.append(Entry(time: time, item: item))
    var child = heap.count - 1
    while child > 0, heap[child].time < heap[(child - 1) / 2].time {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Takes out the earliest, if its time has come.
  mutating func popDue(_ now: ContinuousClock.Instant) -> Entry? {
    guard let first = heap.first, first.time <= now else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var parent = 0
    while let child = earlierChild(of: parent), heap[child].time < heap[parent].time {
      heap.swapAt(parent, child)
      parent = child
    }
    return first
  }

  private func earlierChild(of parent: Int) -> Int? {
    let left = 2 * parent + 1
    guard left < heap.count else { return nil }
    let right = left + 1
    return right < heap.count && heap[right].time < heap[left].time ? right : left
  }
}
