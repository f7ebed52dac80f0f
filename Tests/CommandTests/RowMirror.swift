import Library
import ServerTesting

/// What a client that does nothing but pull has, and what somebody has who carries out operations
/// one by one: for operations that nobody else interferes with it must be the same.
struct RowMirror {
  /// One entity's values.
  struct Entity: Equatable {
    var fields: JSONObject = [:]
    var elements: ByName<JSONObject> = [:]
    var isDeleted = false
  }

  private(set) var cursor = 0
  private(set) var entities: [String: Entity] = [:]

  /// Pulls everything after the cursor.
  mutating func catchUp(_ client: TestClient) async throws {
    while true {
      try client.socket.send(["t": "pull", "since": .int(cursor), "limit": 1000])
      let page = try await client.socket.receive("page")
      for row in page["rows"]?.array ?? [] {
        edit(row) { entity in entity.isDeleted = row["deleted"]?.bool ?? entity.isDeleted }
      }
      cursor = page["to"]?.int ?? cursor
      guard page["more"]?.bool == true else { return }
    }
  }

  /// Does what an operation says.
  mutating func carryOut(_ operation: JSONValue) {
    for change in operation["do"]?.array ?? [] {
      edit(change) { entity in
        if change["delete"] == true { entity.isDeleted = true }
        if change["restore"] == true { entity.isDeleted = false }
      }
    }
  }

  private mutating func edit(_ change: JSONValue, _ live: (inout Entity) -> Void) {
    let key = Self.key(change["e"]?.string ?? "", change["id"]?.string ?? "")
    var entity = entities[key] ?? Entity()
    entity.fields.merge(change["set"]?.object ?? [:]) { $1 }
    for (field, elements) in change["add"]?.object ?? [:] {
      entity.elements[field, default: [:]].merge(elements.object ?? [:]) { $1 }
    }
    for (field, names) in change["del"]?.object ?? [:] {
      for name in names.array ?? [] { entity.elements[field]?[name.string ?? ""] = nil }
    }
    entity.elements = entity.elements.filter { !$0.value.isEmpty }
    live(&entity)
    entities[key] = entity
  }

  /// The name of an entity in `entities`.
  static func key(_ kind: String, _ id: String) -> String { "\(kind)/\(id)" }
}
