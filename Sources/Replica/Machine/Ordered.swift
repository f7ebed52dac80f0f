/// A dictionary that remembers the order in which its keys came. Removing and looking up cost as
/// little as in a dictionary.
struct Ordered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Slot {
    let key: Key
    let ticket: Int
  }

  private var entries: [Key: (ticket: Int, value: Value)] = [:]
  /// Every key in order, and stale slots of keys that have left.
  private var slots: [Slot] = []
  private var lastTicket = 0

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }

  /// The values, in the order in which their keys came.
  var values: [Value] { Array(lazyValues) }

  /// The same, one by one.
  var lazyValues: some Sequence<Value> {
    slots.lazy.compactMap { slot in
      guard let entry = entries[slot.key], entry.ticket == slot.ticket else { return nil }
      return entry.value
    }
  }

  subscript(key: Key) -> Value? {
    get { entries[key]?.value }
    set {
      guard let newValue else {
        entries[key] = nil
        compact()
        return
      }
      if let entry = entries[key] {
        entries[key] = (entry.ticket, newValue)
      } else {
        lastTicket += 1
        entries[key] = (lastTicket, newValue)
        slots.append(Slot(key: key, ticket: lastTicket))
      }
    }
  }

  /// Puts the entries into another order, for good.
  mutating func sort(by precedes: (Value, Value) -> Bool) {
    let sorted = entries.sorted { precedes($0.value.value, $1.value.value) }
    slots = sorted.map { Slot(key: $0.key, ticket: $0.value.ticket) }
  }

  /// Drops stale slots once they are the greater part.
  private mutating func compact() {
    guard slots.count > 32, slots.count > entries.count * 2 else { return }
    slots = slots.filter { entries[$0.key]?.ticket == $0.ticket }
  }
}
