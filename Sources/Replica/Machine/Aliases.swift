import Library

/// Which entities stand for which others, as the server says (SYNC §2, the same book created twice).
struct Aliases: Sendable {
  private var targets: [EntityKey: EntityKey] = [:]
  private var standIns: [EntityKey: Set<EntityKey>] = [:]

  /// The entity stands for the one of its kind with this id from now on; nil: for itself.
  mutating func set(_ key: EntityKey, standsFor id: String?) {
    let target = id.map { EntityKey(kind: key.kind, id: $0) }
    guard targets[key] != target else { return }
    if let former = targets[key] { standIns[former]?.remove(key) }
    targets[key] = target
    if let target { standIns[target, default: []].insert(key) }
  }

  /// What `key` leads to in the end; itself when it is no alias. A ring, which no server makes,
  /// leads to where it closes.
  func target(of key: EntityKey) -> EntityKey {
    guard var target = targets[key] else { return key }
    var seen: Set<EntityKey> = [key, target]
    while let next = targets[target], seen.insert(next).inserted { target = next }
    return target
  }

  /// All entities that lead to `key`.
  func of(_ key: EntityKey) -> Set<EntityKey> {
    var found: Set<EntityKey> = []
    var open = standIns[key] ?? []
    while let next = open.popFirst() {
      guard next != key, found.insert(next).inserted else { continue }
      open.formUnion(standIns[next] ?? [])
    }
    return found
  }
}
