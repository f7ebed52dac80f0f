package import Library
import Navigation
import TestSupport

/// The states and libraries that the navigation vectors name.
package enum Fixtures {
  /// What `Tests/Vectors/navigation/fixtures.json` holds.
  package static let all: JSONObject =
    ((try? Vectors.document("navigation", "fixtures.json")) ?? nil)?.object ?? [:]

  /// What `json` names, or `json` itself.
  package static func named(_ json: JSONValue?) -> JSONValue {
    guard let json else { return .null }
    return json.string.flatMap { all[$0] } ?? json
  }

  /// `json` with the members of an action that hold states expanded.
  package static func namedMembers(of json: JSONValue?) -> JSONValue {
    guard var members = json?.object else { return json ?? .null }
    for member in ["nav", "from"] where members[member] != nil {
      members[member] = named(members[member])
    }
    return .object(members)
  }
}

extension [Output] {
  /// The JSON form of a whole output list.
  package var json: JSONValue { .array(map(\.json)) }
}
