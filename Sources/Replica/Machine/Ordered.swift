/// A dictionary that remembers the order in which its keys came. Removing and looking up cost as
/// little as in a dictionary, and going through the values as little as in an array.
struct Ordered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Slot {
    let key: Key
    /// Nil once the key has left.
    var value: Value?
  }

  private var places: [Key: Int] = [:]
  /// In order.
  private var slots: [Slot] = []

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }

  /// The values, in the order in which their keys came.
  var values: [Value] { Array(lazyValues) }

  /// The same, one by one.
  var lazyValues: some Sequence<Value> { slots.lazy.compactMap { $0.value } }

  subscript(key: Key) -> Value? {
    get { places[key].flatMap { slots[$0].value } }
    set {
      switch (places[key], newValue) {
      case (let place?, let value?):
        slots[place].value = value
      case (nil, let value?):
        places[key] = slots.count
        slots.append(Slot(key: key, value: value))
      case (let place?, nil):
        places[key] = nil
        slots[place].value = nil
        compact()
      case (nil, nil): break
      }
    }
  }

  /// Puts the entries into another order, for good.
  mutating func sort(by precedes: (Value, Value) -> Bool) {
    let entries = slots.compactMap { slot in slot.value.map { (slot.key, $0) } }
    arrange(
      entries.sorted { precedes($0.1, $1.1) }.map { Slot(key: $0.0, value: $0.1) })
  }

  /// Drops empty slots once they are the greater part.
  private mutating func compact() {
    guard slots.count > 32, slots.count > places.count * 2 else { return }
    arrange(slots.filter { $0.value != nil })
  }

  private mutating func arrange(_ slots: [Slot]) {
    self.slots = slots
    for (place, slot) in slots.enumerated() { places[slot.key] = place }
  }
}
