import Hub
import Library
import Wire

/// What a client that does nothing but follow the protocol has: rows applied in order, and a cursor.
struct Mirror: Equatable {
  struct Entity: Equatable {
    var fields: JSONObject = [:]
    var elements: ByName<JSONObject> = [:]
    var isDeleted = false
  }

  var cursor = 0
  var entities: [EntityKey: Entity] = [:]

  mutating func apply(_ page: Page) {
    apply(page.rows)
    cursor = page.to
  }

  /// Takes live changes where they follow on the cursor. Returns false where a client must pull.
  mutating func apply(_ changes: Changes) -> Bool {
    guard changes.from == cursor else { return changes.to <= cursor }
    apply(changes.rows)
    cursor = changes.to
    return true
  }

  private mutating func apply(_ rows: [Row]) {
    for row in rows {
      var entity = entities[row.entity] ?? Entity()
      entity.fields.merge(row.set) { $1 }
      for (field, elements) in row.add {
        entity.elements[field, default: [:]].merge(elements) { $1 }
      }
      for (field, elements) in row.del {
        for element in elements { entity.elements[field]?[element] = nil }
      }
      entity.elements = entity.elements.filter { !$0.value.isEmpty }
      entity.isDeleted = row.deleted ?? entity.isDeleted
      entities[row.entity] = entity
    }
  }
}

extension Harness {
  /// Pulls until the head, in pages of `limit`.
  mutating func catchUp(_ mirror: inout Mirror, limit: Int, _ id: SessionID) {
    while let page = pull(since: mirror.cursor, limit: limit, id) {
      mirror.apply(page)
      if !page.hasMore { return }
    }
  }
}
