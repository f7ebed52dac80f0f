import Library
import Navigation
import TestSupport
import Testing

/// The obligations of NAVIGATION §3.11 over seeded random walks with hostile payloads.
@Suite(.enabled(if: Walk.isPossible)) struct PropertyTests {
  private static let seeds = [1, 2, 3]
  private static let stepCount = 700

  private func eachStep(_ seed: Int, _ check: (Walk.Step) throws -> Void) rethrows {
    var walk = Walk(seed: seed)
    for _ in 0..<Self.stepCount { try check(walk.next()) }
  }

  @Test(arguments: seeds)
  func `P1: both projections show one path under the same keys, and no layout is stored`(
    _ seed: Int
  ) {
    eachStep(seed) { step in
      let nav = step.after.nav
      let routes = nav.stack.filter { if case .route = $0.content { true } else { false } }
      #expect(routes == nav.columns().detail, "\(step.seed)")
      var scene = step.after
      #expect(
        reduce(into: &scene, action: .layoutChanged, environment: step.environment) == [.reproject])
      #expect(scene == step.after, "\(step.seed)")
    }
  }

  @Test(arguments: seeds)
  func `P2: every Back makes the state smaller by one, and twenty reach the root`(_ seed: Int) {
    eachStep(seed) { step in
      var scene = step.after
      let layout = step.environment.layout
      var backCount = 0
      while true {
        let before = scene.measure(layout)
        let outputs = reduce(into: &scene, action: .back, environment: step.environment)
        if outputs.contains(.exit) { break }
        #expect(scene.measure(layout) == before - 1, "\(step.seed)")
        backCount += 1
      }
      #expect(backCount <= 20, "\(step.seed)")
      #expect(scene.measure(layout) == 0, "\(step.seed)")
    }
  }

  @Test(arguments: seeds)
  func `P3: nothing dead is left after repair, and repair of repair is repair`(_ seed: Int) {
    eachStep(seed) { step in
      for library in Walk.libraries {
        let nav = step.after.nav.repaired(against: library).nav
        let again = nav.repaired(against: library)
        #expect(again.nav == nav && again.outputs.isEmpty, "\(step.seed)")
        #expect(NavState(json: nav.json) == nav, "\(step.seed)")
        #expect(nav.deadReferences(in: library).isEmpty, "\(step.seed)")
      }
    }
  }

  @Test(arguments: seeds)
  func `P4: what is on top comes across whole`(_ seed: Int) {
    var other = NavState.initial
    eachStep(seed) { step in
      for library in Walk.libraries {
        let moved = other.adopting(step.after.nav, library: library)
        let top = step.after.nav.repaired(against: library).nav.stack.last
        #expect(moved.stack.last == top, "\(step.seed)")
      }
      other = step.after.nav
    }
  }

  @Test(arguments: seeds)
  func `P5: a printed link is read back as the place it was printed of, from anywhere`(
    _ seed: Int
  ) throws {
    var other = LocalScene()
    let environment = Environment(layout: .wide, library: PlainLibrary(json: [:]))
    try eachStep(seed) { step in
      let nav = step.after.nav
      #expect(nav.link.utf8.count <= 2048, "\(step.seed)")
      guard case .place(let place) = try Link(parsing: nav.link) else { return }
      let landed = reduced(other, .openLink(nav.link, isCold: false, lib: 0), environment)
      #expect(landed.nav.link == nav.link, "\(step.seed)")
      // A place whose whole link would be too long prints a shorter one, which says less.
      let text = Link.place(nav.core).json.canonicalText
      if text.utf8.count * 3 < 2048 {
        #expect(place == nav.core, "\(step.seed)")
        #expect(landed.nav.core == nav.core, "\(step.seed)")
      }
      other = step.after
    }
  }

  @Test(arguments: seeds)
  func `P6: a legal state stays legal whatever the payload is`(_ seed: Int) {
    eachStep(seed) { step in
      #expect(LocalScene(json: step.after.json) == step.after, "\(step.seed)")
    }
  }

  @Test(arguments: seeds)
  func `P7: decoding takes anything, and decoding what was encoded changes nothing`(_ seed: Int) {
    var generator = Mulberry32(seed: seed)
    eachStep(seed) { step in
      let raw = step.after.nav.json.spoiled(&generator)
      let decoded = NavState(json: raw)
      #expect(NavState(json: decoded.json) == decoded, "\(raw.canonicalText)")
    }
  }

  @Test(arguments: seeds)
  func `P8: choosing lists, rows and columns touches one tab`(_ seed: Int) {
    let local = [
      "selectList", "openItem", "push", "popTo", "popToRoot", "showSidebar", "setColumns", "back",
    ]
    eachStep(seed) { step in
      guard local.contains(step.action["t"]?.string ?? "") else { return }
      #expect(step.after.nav.tab == step.before.nav.tab, "\(step.seed)")
      #expect(step.after.nav.lists == step.before.nav.lists, "\(step.seed)")
      for tab in Tab.allCases where tab != step.before.nav.tab {
        #expect(step.after.nav[tab] == step.before.nav[tab], "\(step.seed)")
      }
    }
  }

  @Test(arguments: seeds)
  func `P10: edits end only stashed, saved or discarded, and nothing from outside closes an editor`(
    _ seed: Int
  ) {
    let remote = ["followStart", "followUpdate", "followStop", "incoming", "libraryChanged"]
    eachStep(seed) { step in
      let name = step.action["t"]?.string ?? ""
      var kept = Set(step.after.nav.present.dirtyDrafts())
      for output in step.outputs {
        switch output {
        case .stash(let draft), .discard(let draft): kept.insert(draft)
        default: break
        }
      }
      let isDone = name == "saved" || (name == "draft" && step.action["dirty"] == false)
      let lost = step.before.nav.present.dirtyDrafts().filter { !kept.contains($0) }
      #expect(isDone || lost.isEmpty, "\(step.seed)")
      let isRestoredAsNew = step.outputs.contains(.track("repair", ["rule": "R2"]))
      guard remote.contains(name), !isRestoredAsNew else { return }
      let editors = { (scene: LocalScene) in scene.nav.present.compactMap(\.draft) }
      #expect(editors(step.before) == editors(step.after), "\(step.seed)")
    }
  }

  private func reduced(
    _ scene: LocalScene, _ action: Action, _ environment: Environment<PlainLibrary>
  ) -> LocalScene {
    var copy = scene
    _ = reduce(into: &copy, action: action, environment: environment)
    return copy
  }
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
    if generator.next() % 4 == 0 { return generator.pick(junk) }
    switch self {
    case .array(var elements) where !elements.isEmpty:
      let position = Int(generator.next() % UInt32(elements.count))
      elements[position] = elements[position].spoiled(&generator)
      return .array(elements)
    case .object(var members) where !members.isEmpty:
      let keys = members.keys.sorted()
      let key = keys[Int(generator.next() % UInt32(keys.count))]
      members[key] = members[key]?.spoiled(&generator)
      return .object(members)
    default: return generator.pick(junk)
    }
  }
}
