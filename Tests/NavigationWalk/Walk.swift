package import Library
package import Navigation
import TestSupport

/// The random walk that `trace.json` describes: at each step an action, a layout and a library are
/// drawn, then each member of the action from its pool, hostile values among them.
package struct Walk {
  /// One step, with what was there before it and what came of it.
  package struct Step {
    /// Which step of its walk this is, from 1.
    package let count: Int
    /// The window before the action.
    package let before: LocalScene
    /// What was done, as it comes over the wire.
    package let action: JSONValue
    /// Layout and library at this step.
    package let environment: Environment<PlainLibrary>
    /// The window after the action.
    package let after: LocalScene
    /// What the reduction asked for.
    package let outputs: [Output]
    /// Where another window might be: a place of this walk some steps ago.
    package let elsewhere: LocalScene

    /// The member `t` of the action.
    package var name: String { action["t"]?.string ?? "" }
  }

  /// What `Tests/Vectors/navigation/trace.json` holds; null where the directory has none.
  package static let trace = ((try? Vectors.document("navigation", "trace.json")) ?? nil) ?? .null

  /// The long walks of the trace, with the hashes that JavaScript reached.
  package static let recorded = (trace["walks"]?.array ?? []).map {
    (seed: $0["seed"]?.int ?? 0, stepCount: $0["steps"]?.int ?? 0, hash: $0["hash"]?.int)
  }

  /// Whether the directory of vectors has a trace.
  package static let isPossible = trace.object != nil

  /// Every library of the trace, each once.
  package static let libraries = Set(libraryNames).sorted(by: {
    $0.canonicalText < $1.canonicalText
  })
  .map { PlainLibrary(json: Fixtures.named($0)) }

  private static let libraryNames = trace["libraries"]?.array ?? []
  private static let drawn = libraryNames.map { PlainLibrary(json: Fixtures.named($0)) }
  private static let templates = (trace["actions"]?.array ?? []).map(Template.init)
  private static let layouts = (trace["layouts"]?.array ?? []).map {
    $0 == "narrow" ? Layout.narrow : .wide
  }
  private static let own = SceneRef(json: trace["self"])
  /// How long a place stays `elsewhere`.
  private static let elsewhereSteps = 37

  /// An action whose members are drawn, each from its pool.
  private struct Template {
    let name: JSONValue
    let members: [(name: String, pool: [JSONValue])]

    init(_ json: JSONValue) {
      name = json["t"] ?? .null
      members = (json["members"]?.array ?? []).compactMap { member in
        guard let name = member.array?.first?.string, let pool = member.array?.last?.string,
          let values = Walk.trace["pools"]?[pool]?.array
        else { return nil }
        return (name, values.map { Fixtures.named($0) })
      }
    }
  }

  private var generator: Mulberry32
  private var scene = LocalScene(nav: NavState(json: Fixtures.named(trace["given"])))
  private var elsewhere = LocalScene()
  private var count = 0

  /// The walk of `seed`.
  package init(seed: Int) { generator = Mulberry32(seed: seed) }

  /// Does the next step.
  package mutating func next() -> Step {
    let template = generator.pick(Self.templates)
    let layout = generator.pick(Self.layouts)
    let library = generator.pick(Self.drawn)
    var action: JSONObject = ["t": template.name]
    for member in template.members { action[member.name] = generator.pick(member.pool) }
    let environment = Environment(layout: layout, library: library, own: Self.own)
    let before = scene
    let outputs = reduce(into: &scene, action: .object(action), environment: environment)
    count += 1
    if count % Self.elsewhereSteps == 0 { elsewhere = before }
    return Step(
      count: count, before: before, action: .object(action), environment: environment,
      after: scene, outputs: outputs, elsewhere: elsewhere)
  }

  /// The running hash of a walk of `stepCount` steps, taken after every `every` of them: of all
  /// outputs, and of the window then. JavaScript's is the same (NAVIGATION §3.11, P11).
  package static func hashes(seed: Int, stepCount: Int, every: Int) -> [UInt32] {
    var walk = Walk(seed: seed)
    var fingerprint = Fingerprint()
    return (0..<stepCount / every).map { _ in
      var last = walk.scene
      for _ in 0..<every {
        let step = walk.next()
        fingerprint.add(step.outputs.json)
        last = step.after
      }
      fingerprint.add(last.json)
      return fingerprint.hash
    }
  }
}
