import Library
import Navigation
import NavigationWalk
import TestSupport

/// A case of one navigation vector file, each with its named fixtures expanded (NAVIGATION
/// §3.11): `given`, `then`, `env.lib` and the states inside `action` may name one of
/// `fixtures.json`.
struct NavigationCase: Sendable, CustomStringConvertible {
  let name: String
  let layout: Layout
  let own: SceneRef?
  let width: Int?
  let library: PlainLibrary
  let given: JSONValue
  let action: JSONValue
  let then: JSONValue
  let outputs: JSONValue

  var description: String { name }

  /// The cases of `file`; none where the directory has no such file.
  static func all(in file: String) throws -> [NavigationCase] {
    try Vectors.cases("navigation", file).map { vector in
      let body = vector.body
      let environment = body["env"]
      return NavigationCase(
        name: vector.name,
        layout: environment?["layout"]?.string.flatMap(Layout.init(rawValue:)) ?? .wide,
        own: SceneRef(json: environment?["self"]), width: environment?["width"]?.int,
        library: PlainLibrary(json: Fixtures.named(environment?["lib"])),
        given: Fixtures.named(body["given"]), action: Fixtures.namedMembers(of: body["action"]),
        then: Fixtures.named(body["then"]), outputs: body["out"] ?? [])
    }
  }

  /// Whether the case is about a whole window rather than its place alone.
  var isWindow: Bool { given["nav"] != nil }

  /// The surroundings of a reduction.
  var environment: Environment<PlainLibrary> {
    Environment(layout: layout, library: library, own: own)
  }
}
