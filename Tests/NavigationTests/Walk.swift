import Library
import Navigation
import TestSupport

/// The generator both languages share: whole numbers of 32 bits from a seed.
struct Mulberry32 {
  private var state: UInt32

  init(seed: Int) { state = UInt32(truncatingIfNeeded: seed) }

  mutating func next() -> UInt32 {
    state &+= 0x6D2B_79F5
    var mixed = (state ^ state >> 15) &* (1 | state)
    mixed = (mixed &+ (mixed ^ mixed >> 7) &* (61 | mixed)) ^ mixed
    return mixed ^ mixed >> 14
  }

  mutating func pick(_ pool: [JSONValue]) -> JSONValue { pool[Int(next() % UInt32(pool.count))] }
}

/// FNV-1a of 32 bits.
struct Fingerprint {
  private(set) var hash: UInt32 = 0x811C_9DC5

  mutating func add(_ json: JSONValue) {
    for byte in json.canonicalBytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
  }
}

/// The random walk that `trace.json` describes: at each step an action, a layout and a library are
/// drawn, then each member of the action from its pool, hostile values among them.
struct Walk {
  /// One step, with what was there before it and what came of it.
  struct Step {
    let seed: String
    let before: LocalScene
    let action: JSONValue
    let environment: Environment<PlainLibrary>
    let after: LocalScene
    let outputs: [Output]
  }

  static let trace = ((try? Vectors.document("navigation", "trace.json")) ?? nil) ?? .null

  /// Whether the directory of vectors has a trace.
  static let isPossible = trace.object != nil

  /// Every library of the trace.
  static let libraries = (trace["libraries"]?.array ?? []).map {
    PlainLibrary(json: Fixtures.named($0))
  }

  private let seed: Int
  private var generator: Mulberry32
  private var scene = LocalScene(nav: NavState(json: Fixtures.named(trace["given"])))
  private var count = 0

  init(seed: Int) {
    self.seed = seed
    generator = Mulberry32(seed: seed)
  }

  mutating func next() -> Step {
    let template = generator.pick(Self.trace["actions"]?.array ?? [])
    let layout = generator.pick(Self.trace["layouts"]?.array ?? [])
    let library = generator.pick(Self.trace["libraries"]?.array ?? [])
    var action: [String: JSONValue] = ["t": template["t"] ?? .null]
    for member in template["members"]?.array ?? [] {
      guard let name = member.array?.first?.string, let pool = member.array?.last?.string
      else { continue }
      action[name] = Fixtures.named(generator.pick(Self.trace["pools"]?[pool]?.array ?? []))
    }
    let environment = Environment(
      layout: layout == "narrow" ? .narrow : .wide,
      library: PlainLibrary(json: Fixtures.named(library)),
      own: SceneRef(json: Self.trace["self"]))
    let before = scene
    let outputs = reduce(into: &scene, action: .object(action), environment: environment)
    count += 1
    return Step(
      seed: "seed \(seed), step \(count), \(JSONValue.object(action).canonicalText)",
      before: before, action: .object(action), environment: environment, after: scene,
      outputs: outputs)
  }
}
