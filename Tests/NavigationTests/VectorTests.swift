import Library
import Navigation
import NavigationWalk
import TestSupport
import Testing

/// The vectors both languages are held to: the whole state and the whole output list after each
/// action.
@Suite struct VectorTests {
  @Test(arguments: try NavigationCase.all(in: "decode.json"))
  func `decode`(_ vector: NavigationCase) {
    let decoded: JSONValue
    switch vector.action["t"]?.string {
    case "scene": decoded = LocalScene(json: vector.given).json
    case "published": decoded = Scene(json: vector.given)?.json ?? .null
    case "publish": decoded = NavState(json: vector.given).publishable.json
    default: decoded = NavState(json: vector.given).json
    }
    #expect(decoded.canonicalText == vector.then.canonicalText)
  }

  @Test(arguments: try NavigationCase.all(in: "project.json"))
  func `project`(_ vector: NavigationCase) {
    let nav = NavState(json: vector.given)
    let columns = vector.width.map { nav.columns(width: $0) } ?? nav.columns()
    let projected: JSONValue = ["stack": .array(nav.stack.map(\.json)), "columns": columns.json]
    #expect(projected.canonicalText == vector.then.canonicalText)
  }

  @Test(arguments: try NavigationCase.all(in: "reduce.json"))
  func `reduce`(_ vector: NavigationCase) {
    var scene =
      vector.isWindow
      ? LocalScene(json: vector.given) : LocalScene(nav: NavState(json: vector.given))
    let outputs = Navigation.reduce(
      into: &scene, action: vector.action, environment: vector.environment)
    let state = vector.isWindow ? scene.json : scene.nav.json
    #expect(state.canonicalText == vector.then.canonicalText)
    #expect(outputs.json.canonicalText == vector.outputs.canonicalText)
  }

  @Test(arguments: try NavigationCase.all(in: "repair.json"))
  func `repair`(_ vector: NavigationCase) {
    let mended = NavState(json: vector.given)
      .repaired(against: vector.library, lib: vector.action["lib"]?.int ?? 0)
    #expect(mended.nav.json.canonicalText == vector.then.canonicalText)
    #expect(mended.outputs.json.canonicalText == vector.outputs.canonicalText)
  }

  @Test(arguments: try NavigationCase.all(in: "parse.json"))
  func `parse`(_ vector: NavigationCase) {
    var parsed = JSONValue.null
    var refusal: JSONValue = []
    do throws(LinkError) {
      guard let text = vector.given.string else { throw .form }
      parsed = try Link(parsing: text).json
    } catch {
      refusal = [["link_invalid", .string(error.rawValue)]]
    }
    #expect(parsed.canonicalText == vector.then.canonicalText)
    #expect(refusal.canonicalText == vector.outputs.canonicalText)
  }

  @Test(arguments: try NavigationCase.all(in: "print.json"))
  func `print`(_ vector: NavigationCase) {
    #expect(NavState(json: vector.given).link == vector.then.string)
  }

  @Test(arguments: try NavigationCase.all(in: "translate.json"))
  func `translate`(_ vector: NavigationCase) {
    let moved = NavState(json: vector.given).adopting(
      NavState(json: vector.action["from"]), library: vector.library,
      lib: vector.action["lib"]?.int ?? 0)
    #expect(moved.json.canonicalText == vector.then.canonicalText)
  }

  @Test(arguments: try NavigationCase.all(in: "accept.json"))
  func `accept`(_ vector: NavigationCase) {
    let stored = Stamp(json: vector.given)
    let written = Stamp(json: vector.action)
    let kept: Stamp
    let outcome: JSONValue
    switch vector.action["t"]?.string {
    case "attach":
      let attached = stored.attached(isHeld: vector.action["held"]?.bool ?? false)
      kept = attached ?? stored
      outcome = attached == nil ? "sceneBusy" : "attached"
    case "revive":
      let yields = stored.yields(to: written, isPainted: vector.action["painted"]?.bool ?? false)
      kept = yields ? written : stored
      outcome = yields ? "server" : "local"
    default:
      kept = stored.accepts(written) ? written : stored
      outcome = stored.accepts(written) ? "accepted" : "stale"
    }
    #expect(kept.json == vector.then)
    #expect([[outcome]] == vector.outputs)
  }

  @Test(arguments: ["reduce.json", "repair.json", "translate.json"])
  func `every state in the vectors is legal as it stands`(_ file: String) throws {
    for vector in try NavigationCase.all(in: file) {
      let state = vector.then["nav"] ?? vector.then
      #expect(NavState(json: state).json.canonicalText == state.canonicalText, "\(vector.name)")
    }
  }
}
