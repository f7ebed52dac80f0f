import Library
import Navigation

/// What holds of every state.
extension Property {
  static let lossless = Property(
    name: "P1",
    claim: "both projections show one path under the same keys, and no layout is stored",
    isOfState: true
  ) { step in
    let nav = step.after.nav
    let routes = nav.stack.filter { if case .route = $0.content { true } else { false } }
    guard routes == nav.columns().detail else { return "the projections show two paths" }
    var scene = step.after
    let outputs = reduce(into: &scene, action: .layoutChanged, environment: step.environment)
    return scene == step.after && outputs == [.reproject] ? nil : "the layout is in the state"
  }

  static let backEnds = Property(
    name: "P2", claim: "every Back makes the state smaller by one, and twenty reach the root",
    isOfState: true
  ) { step in
    var scene = step.after
    let layout = step.environment.layout
    for backCount in 0...20 {
      let before = scene.measure(layout)
      let outputs = reduce(into: &scene, action: .back, environment: step.environment)
      if outputs.contains(.exit) {
        return before == 0 ? nil : "left with \(before) steps to go back"
      }
      guard scene.measure(layout) == before - 1 else { return "Back \(backCount + 1) is no step" }
    }
    return "twenty Backs were not enough"
  }

  static let repairIsComplete = Property(
    name: "P3", claim: "nothing dead is left after repair, and repair of repair is repair",
    isOfState: true
  ) { step in
    let library = step.otherLibrary
    let (nav, outputs) = step.after.nav.repaired(against: library)
    let dead = nav.deadReferences(in: library)
    guard dead.isEmpty else { return "still there: \(dead)" }
    guard nav != step.after.nav else {
      return outputs.isEmpty ? nil : "nothing changed, and yet \(outputs)"
    }
    guard NavState(json: nav.json) == nav else { return "repair made an illegal state" }
    let again = nav.repaired(against: library)
    return again.nav == nav && again.outputs.isEmpty ? nil : "a second repair changed more"
  }

  static let staysLegal = Property(
    name: "P6", claim: "a legal state stays legal whatever the payload is", isOfState: true
  ) { step in
    LocalScene(json: step.after.json) == step.after ? nil : "decoding mends what reducing made"
  }

  static let decodesAnything = Property(
    name: "P7", claim: "decoding takes anything, and decoding what was encoded changes nothing",
    isOfState: true
  ) { step in
    var generator = Mulberry32(seed: step.count)
    let raw = step.after.nav.json.spoiled(&generator)
    let decoded = NavState(json: raw)
    return NavState(json: decoded.json) == decoded ? nil : "not so \(raw.canonicalText)"
  }

  static let oneText = Property(
    name: "P11", claim: "a state has one canonical text, which reads back as the state",
    isOfState: false
  ) { step in
    // Reading a text is slow beside everything else here: one step in twenty is asked.
    guard step.count % 20 == 0 else { return nil }
    let json = step.after.json
    guard let again = try? JSONValue(parsing: json.canonicalText) else { return "no JSON at all" }
    return again == json ? nil : "the text says something else"
  }
}

extension Walk.Step {
  /// Each library in turn, whichever the step was done with.
  var otherLibrary: PlainLibrary { Walk.libraries[count % Walk.libraries.count] }
}

extension LocalScene {
  /// What Back makes smaller (P2).
  fileprivate func measure(_ layout: Layout) -> Int {
    let canShowSidebar =
      layout == .narrow && nav.tab == .library && nav.active.compact == .content
    return nav.present.count + nav.active.path.count + (canShowSidebar ? 1 : 0)
  }
}

extension NavState {
  /// Every book, shelf and device this still refers to that is not alive.
  fileprivate func deadReferences(in library: PlainLibrary) -> [String] {
    var dead: [String] = []
    for state in tabs.values {
      if case .shelf(let id) = state.list, library.shelf(id) != .alive { dead.append(id) }
      for route in state.path {
        switch route {
        case .book(let id) where library.book(id) != .alive: dead.append(id)
        case .device(let id) where library.device(id) != .alive: dead.append(id)
        case .list(.shelf(let id)) where library.shelf(id) != .alive: dead.append(id)
        default: break
        }
      }
    }
    for presentation in present {
      if let book = presentation.book, library.book(book) != .alive { dead.append(book) }
      if case .deleteShelf(let id) = presentation, library.shelf(id) != .alive { dead.append(id) }
    }
    return dead
  }
}

extension JSONValue {
  /// This with a piece of junk somewhere in it.
  fileprivate func spoiled(_ generator: inout Mulberry32) -> JSONValue {
    let junk: [JSONValue] = [
      nil, 0, -1, 1e21, "", "all", [], [:], [[]], true, "\u{0}", ["k": "all"],
      [["k": "book", "id": "b1"]],
    ]
    if generator.next(below: 4) == 0 { return generator.pick(junk) }
    switch self {
    case .array(var elements) where !elements.isEmpty:
      let position = generator.next(below: elements.count)
      elements[position] = elements[position].spoiled(&generator)
      return .array(elements)
    case .object(var members) where !members.isEmpty:
      let key = generator.pick(members.keys.sorted())
      members[key] = members[key]?.spoiled(&generator)
      return .object(members)
    default: return generator.pick(junk)
    }
  }
}
