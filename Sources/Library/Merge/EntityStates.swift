/// Entities in the order in which they came, each once. An operation touches few, and looking through
/// few beats hashing; of many it hashes all the same.
struct EntityStates {
  private var entries: [(key: EntityKey, state: EntityState?)] = []
  /// Where each stands, once there are many.
  private var places: [EntityKey: Int] = [:]

  /// Those that were not taken, in order.
  var all: [EntityState] { entries.compactMap(\.state) }

  /// The entity `key`; nil where it never came, or was taken. A new one comes last.
  subscript(key: EntityKey) -> EntityState? {
    get { place(of: key).flatMap { entries[$0].state } }
    set {
      if let place = place(of: key) {
        entries[place].state = newValue
      } else {
        entries.append((key, newValue))
        guard entries.count > Limits.entitiesSearchedMax else { return }
        let unplaced = places.isEmpty ? entries.indices : entries.indices.suffix(1)
        for place in unplaced { places[entries[place].key] = place }
      }
    }
  }

  /// Takes the entity out, to be changed and put back in its place: a value in two places would be
  /// copied.
  mutating func take(_ key: EntityKey) -> EntityState? {
    guard let place = place(of: key) else { return nil }
    return entries[place].state.take()
  }

  private func place(of key: EntityKey) -> Int? {
    places.isEmpty ? entries.firstIndex { $0.key == key } : places[key]
  }
}
