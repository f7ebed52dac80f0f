import Library
import Navigation
import NavigationWalk
import Testing

/// A window under test. Each action says the whole state after it, by changing a copy of the one
/// before, and the whole ordered outputs; whatever it does not say and yet happens is a failure
/// that names every member that differs.
struct TestScene {
  /// The window as it is now.
  private(set) var scene: LocalScene
  /// How it is laid out now.
  var layout: Layout
  /// What repair asks now.
  var library: PlainLibrary

  /// The window that `fixture` of the shared vectors describes, its library being `library`.
  init(_ fixture: String, _ layout: Layout, library: String = "L1") {
    scene = LocalScene(nav: NavState(json: Fixtures.named(.string(fixture))))
    self.layout = layout
    self.library = PlainLibrary(json: Fixtures.named(.string(library)))
  }

  /// Does `action`. It must put out exactly `outputs`, and change the window exactly as `change`
  /// does.
  mutating func send(
    _ action: Action, outputs expected: [Output] = [],
    sourceLocation: SourceLocation = #_sourceLocation,
    change: (inout LocalScene) -> Void = { _ in }
  ) {
    var wanted = scene
    change(&wanted)
    let outputs = reduce(
      into: &scene, action: action,
      environment: Environment(
        layout: layout, library: library, own: SceneRef(device: "d1", scene: "w9")))
    let differences =
      wanted.json.differences(from: scene.json, at: "")
      + expected.json.differences(from: outputs.json, at: "outputs")
    guard !differences.isEmpty else { return }
    Issue.record(
      "\(action) in \(layout):\n\(differences.joined(separator: "\n"))",
      sourceLocation: sourceLocation)
  }

  /// Does `action`, which must be refused.
  mutating func sendRefused(
    _ action: Action, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    send(action, sourceLocation: sourceLocation)
  }
}

extension NavState {
  /// Sets what the library tab shows, whichever tab is active.
  mutating func showLibrary(_ list: ListRef, _ path: [Route]) {
    self[.library].list = list
    self[.library].compact = .content
    self[.library].path = path
  }
}

extension JSONValue {
  /// A line for each place where `actual` is not this: `nav.tab: expected "library", got "feed"`.
  func differences(from actual: JSONValue, at place: String) -> [String] {
    switch (self, actual) {
    case (.object(let wanted), .object(let there)):
      return Set(wanted.keys).union(there.keys).sorted().flatMap { key in
        Self.difference(wanted[key], there[key], at: place.isEmpty ? key : "\(place).\(key)")
      }
    case (.array(let wanted), .array(let there)):
      return (0..<max(wanted.count, there.count)).flatMap { index in
        Self.difference(
          wanted.dropFirst(index).first, there.dropFirst(index).first, at: "\(place)[\(index)]")
      }
    default: return self == actual ? [] : [Self.line(self, actual, at: place)]
    }
  }

  private static func difference(
    _ wanted: JSONValue?, _ there: JSONValue?, at place: String
  ) -> [String] {
    guard let wanted, let there else { return [line(wanted, there, at: place)] }
    return wanted.differences(from: there, at: place)
  }

  private static func line(
    _ wanted: JSONValue?, _ there: JSONValue?, at place: String
  ) -> String {
    let (wanted, there) = (wanted?.canonicalText ?? "nothing", there?.canonicalText ?? "nothing")
    return "  \(place): expected \(wanted), got \(there)"
  }
}
