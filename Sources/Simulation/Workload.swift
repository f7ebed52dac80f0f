import Library
import Replica

/// What people do: edits that a person at this device could make now, of few things, so that they
/// meet. Every value is new, so that it can be told where each went.
struct Workload {
  private let idCount: Int
  private var valueCount = 0

  init(idCount: Int) { self.idCount = idCount }

  /// The changes of one edit.
  mutating func changes(
    on device: SimulatedDevice, _ random: inout SeededRandom
  ) -> [Change] {
    let count = random.isOne(in: 5) ? 2 : 1
    var changes: [Change] = []
    for _ in 0..<count {
      let change = change(on: device, &random)
      // Two changes of one entity in one edit would be one.
      if !changes.contains(where: { $0.entity == change.entity }) { changes.append(change) }
    }
    return changes
  }

  private mutating func change(
    on device: SimulatedDevice, _ random: inout SeededRandom
  ) -> Change {
    let number = Int.random(in: 0..<idCount, using: &random)
    let kind = ["book", "book", "book", "shelf", "reading"].randomElement(using: &random) ?? "book"
    let key = EntityKey(kind: kind, id: "\(kind)-\(number)")
    if random.isOne(in: 12), let conflict = device.replica.view.list("conflict").first {
      return Change(conflict.entity, life: .delete)
    }
    guard let entity = device.replica.view[key] else {
      return Change(key, life: .create, set: creation(kind, &random))
    }
    // Who edits what they see in Trash is refused, and asked whether to restore it.
    if entity.isDeleted {
      return random.isOne(in: 4)
        ? edit(entity, &random) : Change(key, life: .restore)
    }
    if random.isOne(in: 12) { return Change(key, life: .delete) }
    return edit(entity, &random)
  }

  private mutating func creation(
    _ kind: String, _ random: inout SeededRandom
  ) -> [String: JSONValue] {
    switch kind {
    case "shelf": ["name": text()]
    case "reading":
      ["book": .string("book-\(Int.random(in: 0..<idCount, using: &random))")]
    default: ["title": text(), "note": text()]
    }
  }

  private mutating func edit(_ entity: EntityView, _ random: inout SeededRandom) -> Change {
    let key = entity.entity
    switch key.kind {
    case "shelf": return Change(key, set: ["name": text()])
    case "reading":
      valueCount += 1
      let year = JSONValue.string(String(1000 + valueCount))
      return Change(key, set: ["span": ["started": year, "outcome": "reading"]])
    default: break
    }
    let tag = ["red", "Green", "green", "blue"].randomElement(using: &random) ?? "red"
    let shelf = "shelf-\(Int.random(in: 0..<idCount, using: &random))"
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return Change(key, set: ["title": text()])
    case 1: return Change(key, set: ["review": text(), "title": text()])
    case 2: return Change(key, set: ["note": text()])
    case 3: return Change(key, set: ["publisher": random.isOne(in: 4) ? .null : text()])
    case 4: return Change(key, add: ["tags": [tag: .null]])
    case 5:
      guard let there = entity.fields["tags"]?.object?.keys.sorted().first else {
        return Change(key, add: ["tags": [tag: .null]])
      }
      return Change(key, del: ["tags": [there]])
    case 6: return Change(key, add: ["shelves": [shelf: ["position": text()]]])
    default: return Change(key, set: ["custom.mood": text()])
    }
  }

  private mutating func text() -> JSONValue {
    valueCount += 1
    return .string("V\(valueCount)")
  }
}
