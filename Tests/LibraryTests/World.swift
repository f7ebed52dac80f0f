import Library
import TestSupport
import Testing

/// The entities of one moment.
struct World {
  private var entities: [EntityKey: EntityView] = [:]

  /// Reads `[{kind, id, seq, at, by, deleted, fields, alias?, purged?}]`.
  init(_ entities: [JSONValue] = []) throws {
    for entity in entities {
      let view = try Self.view(entity)
      self.entities[view.entity] = view
    }
  }

  /// Reads one of them.
  static func view(_ json: JSONValue) throws -> EntityView {
    let key = EntityKey(
      kind: try #require(json["kind"]?.string), id: try #require(json["id"]?.string))
    var row = Row(
      key, seq: json["seq"]?.int ?? 1, at: json["at"]?.int ?? 0, by: json["by"]?.string ?? "B",
      set: json["fields"]?.object ?? [:], deleted: json["deleted"]?.bool)
    row.alias = json["alias"]?.string.map(Row.Alias.of)
    row.isPurged = json["purged"]?.bool ?? false
    var view = EntityView(key)
    view.apply(row)
    return view
  }

  /// Reads the `do` of an operation.
  static func changes(_ json: JSONValue) throws -> [Change] {
    try Operation(json: ["op": "o", "n": 1, "base": 0, "at": 0, "do": json]).changes
  }

  func find(_ key: EntityKey) -> EntityView? { entities[key] }

  /// The same after a person made `changes`.
  func after(_ changes: [Change]) -> World {
    var after = self
    let operation = Operation(id: "o", n: 1, base: .max, at: 0, changes: changes)
    for key in Set(changes.map(\.entity)) {
      var view = entities[key] ?? EntityView(key)
      view.apply(operation, by: "A")
      if view.isKnown { after.entities[key] = view }
    }
    return after
  }
}

/// Random books and shelves, and what a person does with them at once; the same for the same seed.
struct RandomEdits {
  static let keys = [
    EntityKey(kind: "book", id: "b1"), EntityKey(kind: "book", id: "b2"),
    EntityKey(kind: "shelf", id: "s1"),
  ]

  private var random: SeededRandom
  private let words = ["sand", "worm", "spice", "Sand", "desert", "moon", "blue"]

  init(seed: Int) { random = SeededRandom(seed: seed) }

  mutating func world() -> World {
    var changes: [Change] = []
    for key in Self.keys where chance(4, of: 5) {
      changes.append(edit(of: key, life: .create))
      if chance(1, of: 4) { changes.append(Change(key, life: .delete)) }
    }
    guard let empty = try? World() else { preconditionFailure("an empty world is one") }
    return changes.reduce(empty) { $0.after([$1]) }
  }

  /// What a person can do in `world` at once: nobody edits what is in Trash, makes what is there, or
  /// restores a thing to delete it again.
  mutating func changes(in world: World) -> [Change] {
    var world = world
    var restored: Set<EntityKey> = []
    return (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let key = Self.keys[Int.random(in: 0..<3, using: &random)]
      let change =
        switch world.find(key)?.isDeleted {
        case nil: edit(of: key, life: .create)
        case true?: edit(of: key, life: .restore)
        case false? where !restored.contains(key) && chance(1, of: 4): Change(key, life: .delete)
        case false?: edit(of: key, life: .keep)
        }
      if change.life == .restore { restored.insert(key) }
      world = world.after([change])
      return change
    }
  }

  private mutating func edit(of key: EntityKey, life: Change.Life) -> Change {
    var change = Change(key, life: life)
    if chance(1, of: 2) { change.set[key.kind == "book" ? "title" : "name"] = .string(word()) }
    guard key.kind == "book" else { return change }
    if chance(1, of: 3) { change.set["rating"] = chance(1, of: 3) ? .null : .int(100) }
    if chance(1, of: 2) {
      let text = (0..<6).map { _ in word() }.joined(separator: " ")
      change.set["review"] = chance(1, of: 5) ? .null : .string(text)
    }
    if chance(1, of: 3) { change.add["tags"] = [word(): .null] }
    if chance(1, of: 3) { change.del["tags"] = [word()] }
    if chance(1, of: 3) { change.add["shelves"] = ["s1": ["position": .string(word())]] }
    if chance(1, of: 3) { change.del["shelves"] = ["s1"] }
    return change
  }

  private mutating func word() -> String { words[Int.random(in: 0..<words.count, using: &random)] }

  private mutating func chance(_ count: Int, of all: Int) -> Bool {
    Int.random(in: 0..<all, using: &random) < count
  }
}
