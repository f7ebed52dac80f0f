package import Library

/// One entity as a library holds it, deleted ones included.
package struct LibraryEntity: Hashable, Sendable {
  /// The entity.
  package var key: EntityKey
  /// Values of registers, groups, texts and single-writer fields.
  package var fields: JSONObject
  /// Elements now in its sets, with their values.
  package var sets: ByName<JSONObject>
  /// Whether it lies in Trash, or is the skeleton of one that did.
  package var isDeleted: Bool

  /// Makes an entity from what a library holds of it.
  package init(
    _ key: EntityKey, fields: JSONObject, sets: ByName<JSONObject> = [:],
    isDeleted: Bool = false
  ) {
    self.key = key
    self.fields = fields
    self.sets = sets
    self.isDeleted = isDeleted
  }
}

/// A library as an import finds it: every entity, deleted ones and import rows included.
///
/// The planner writes its own changes into its copy, so that a row sees what the rows before it did.
package struct LibrarySnapshot: Sendable {
  private(set) var entities: [EntityKey: LibraryEntity]

  /// Makes a snapshot of `entities`, in any order.
  package init(_ entities: some Sequence<LibraryEntity>) {
    self.entities = [:]
    for entity in entities { self.entities[entity.key] = entity }
  }

  subscript(kind: String, id: String) -> LibraryEntity? {
    entities[EntityKey(kind: kind, id: id)]
  }

  /// The book that the book `id` stands for: itself, unless it is one under two ids.
  package func root(ofBook id: String) -> String {
    var id = id
    var seen: Set<String> = [id]
    while let record = self[Schema.aliasKind, id], !record.isDeleted,
      let root = record.fields["to"]?.string, seen.insert(root).inserted
    {
      id = root
    }
    return id
  }

  /// The book in which the book `id` is found today: its root, or, where a person found that to be another
  /// book and joined the two, that one. Itself where nothing says so; it may lie in Trash.
  package func standing(forBook id: String) -> String {
    var id = root(ofBook: id)
    var seen: Set<String> = [id]
    while let book = self[Schema.bookKind, id], book.isDeleted,
      let joined = book.fields[Self.joinedField]?.string
    {
      let next = root(ofBook: joined)
      guard self[Schema.bookKind, next] != nil, seen.insert(next).inserted else { return id }
      id = next
    }
    return id
  }

  /// What a book in Trash has of the one that it was joined with, and what begins all such marks
  /// (*Kinds and fields*).
  private static let joinedField = markPrefix + "joined"
  static let markPrefix = "custom.dogear."

  /// The state after `change`: what a library would hold, without stamps or conflicts.
  package mutating func apply(_ change: Change) {
    var entity = entities[change.entity] ?? LibraryEntity(change.entity, fields: [:])
    switch change.life {
    case .keep: break
    case .create, .restore: entity.isDeleted = false
    case .delete: entity.isDeleted = true
    }
    for (field, value) in change.set { entity.fields[field] = value.isNull ? nil : value }
    for (field, elements) in change.add {
      entity.sets[field, default: [:]].merge(elements) { _, new in new }
    }
    for (field, elements) in change.del {
      for element in elements { entity.sets[field]?[element] = nil }
    }
    entities[change.entity] = entity
  }
}
