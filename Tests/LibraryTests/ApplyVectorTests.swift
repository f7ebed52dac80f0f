import Library
import TestSupport
import Testing

/// A client's view of an entity: rows, and its own pending operations on top.
struct ApplyVectorTests {
  @Test(arguments: try Vectors.cases("library", "apply.json"))
  func `rows and operations show as the vectors say`(vector: Vectors.Case) throws {
    let given = try #require(vector.body["given"])
    var view = EntityView(
      EntityKey(
        kind: try #require(given["e"]?.string), id: try #require(given["id"]?.string)))
    for step in try #require(vector.body["when"]?.array) {
      if let row = step["row"] {
        view.apply(try Row(json: row))
      } else {
        view.apply(
          try Operation(json: try #require(step["op"])), by: try #require(step["by"]?.string),
          was: step["was"]?.object ?? [:])
      }
    }
    #expect((view.isKnown ? json(view) : .null) == vector.body["expect"])
  }

  private func json(_ view: EntityView) -> JSONValue {
    var members: JSONObject = [
      "kind": .string(view.entity.kind), "id": .string(view.entity.id), "seq": .int(view.seq),
      "at": .int(view.at), "by": .string(view.by), "deleted": .bool(view.isDeleted),
      "fields": .object(view.fields),
    ]
    members["alias"] = view.alias.map(JSONValue.string)
    if view.isPurged { members["purged"] = true }
    return .object(members)
  }
}
