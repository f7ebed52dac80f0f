/// A dictionary that remembers the order in which its keys came. Removing and looking up cost as
/// little as in a dictionary, and going through the values as little as in an array.
struct Ordered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Slot {
    let key: Key
    var value: Value
  }

  private var places: [Key: Int] = [:]
  /// In order; nil where a key has left.
  private var slots: [Slot?] = []

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }

  /// The values, in the order in which their keys came.
  var values: [Value] { Array(lazyValues) }

  /// The same, one by one.
  var lazyValues: some Sequence<Value> { slots.lazy.compactMap { $0?.value } }

  subscript(key: Key) -> Value? {
    get { places[key].flatMap { slots[$0]?.value } }
    set {
      switch (places[key], newValue) {
      case (let place?, let value?):
        slots[place]?.value = value
      case (nil, let value?):
        places[key] = slots.count
        slots.append(Slot(key: key, value: value))
      case (let place?, nil):
        places[key] = nil
        slots[place] = nil
        compact()
      case (nil, nil): break
      }
    }
  }

  /// Puts the entries into another order, for good.
  mutating func sort(by precedes: (Value, Value) -> Bool) {
    arrange(slots.compactMap(\.self).sorted { precedes($0.value, $1.value) })
  }

  /// Drops empty slots once they are the greater part.
  private mutating func compact() {
    guard slots.count > 32, slots.count > places.count * 2 else { return }
    arrange(slots.compactMap(\.self))
  }

  private mutating func arrange(_ entries: [Slot]) {
    slots = entries
    for (place, slot) in entries.enumerated() { places[slot.key] = place }
  }
}
