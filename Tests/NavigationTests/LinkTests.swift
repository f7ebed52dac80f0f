import Library
import Navigation
import NavigationWalk
import Testing

/// Links, history, restoring and the library's changes, in both layouts (NAVIGATION §3.3, §3.4).
@Suite struct LinkTests {
  private func state(_ fixture: String) -> NavState {
    NavState(json: Fixtures.named(.string(fixture)))
  }

  @Test(arguments: Layout.allCases)
  func `a route-level link into another tab replaces its place and counts as both`(
    _ layout: Layout
  ) {
    var window = TestScene("S-settings", layout)
    window.send(
      .openLink("/library/shelf/s1/book/b7", isCold: false, lib: 0),
      outputs: [
        .history(.push), .track("link_open", ["level": "route"]),
        .track("tab_switch", ["from": "settings", "to": "library", "via": "openLink"]),
        .track("route_push", ["kind": "book", "depth": 1, "via": "openLink"]),
      ]
    ) {
      $0.nav.tab = .library
      $0.nav.showLibrary(.shelf("s1"), [.book("b7")])
    }
  }

  @Test(arguments: Layout.allCases)
  func `a link keeps the draft of the editor it closes`(_ layout: Layout) {
    var window = TestScene("S-edit", layout)
    window.send(
      .openLink("/feed", isCold: false, lib: 0),
      outputs: [
        .history(.push), .stash("d1"), .track("link_open", ["level": "tab"]),
        .track("tab_switch", ["from": "library", "to": "feed", "via": "openLink"]),
      ]
    ) {
      $0.nav.tab = .feed
      $0.nav.present = []
    }
  }

  @Test(arguments: Layout.allCases)
  func `history brings the place back, and passes over what died`(_ layout: Layout) {
    var window = TestScene("S-deep", layout)
    window.send(.traverse(state("S-feed"), direction: -1, lib: 0)) { $0.nav.tab = .feed }
    window.library = PlainLibrary(json: Fixtures.named("L2"))
    window.send(
      .traverse(state("S-book"), direction: -1, lib: 0), outputs: [.historyGo(-1)])
  }

  @Test(arguments: Layout.allCases)
  func `a sheet is not reopened by going forward, a cover is`(_ layout: Layout) {
    var window = TestScene("S-book", layout)
    window.send(.traverse(state("S-edit"), direction: 1, lib: 0))
    window.send(.traverse(state("S-cover"), direction: 1, lib: 0)) {
      $0.nav.present = [.cover(id: "b1")]
    }
  }

  @Test(arguments: Layout.allCases)
  func `what died elsewhere is news to whoever looks at it, what died here is not`(
    _ layout: Layout
  ) {
    var other = TestScene("S-book", layout)
    other.library = PlainLibrary(json: ["cursor": 1, "books": ["b1": "dead", "b6": "alive"]])
    var own = other
    let mended = { (scene: inout LocalScene) in
      scene.nav.tabs[.library]?.path = []
      scene.nav.lists[.all]?.anchor = Anchor(id: "b6", offset: 0, index: 48, near: [])
    }
    let counts: [Output] = [
      .track("repair", ["rule": "R1"]), .track("repair", ["rule": "R3"]),
    ]
    other.send(
      .libraryChanged(isRemote: true, lib: 0),
      outputs: [.history(.replace), .notice("gone", "b1")] + counts, change: mended)
    own.send(
      .libraryChanged(isRemote: false, lib: 0), outputs: [.history(.replace)] + counts,
      change: mended)
    other.send(.libraryChanged(isRemote: true, lib: 0))
  }

  @Test(arguments: Layout.allCases)
  func `a window comes back without its question, and a link in the address wins`(
    _ layout: Layout
  ) {
    var window = TestScene("S-start", layout)
    window.send(
      .restore(state("S-confirm"), link: nil, lib: 0), outputs: [.history(.replace)]
    ) { $0.nav = state("S-book") }
    var linked = TestScene("S-start", layout)
    linked.send(
      .restore(state("S-book"), link: "/settings/help", lib: 0),
      outputs: [
        .history(.replace), .track("link_open", ["level": "route"]),
        .track("tab_switch", ["from": "library", "to": "settings", "via": "openLink"]),
        .track("route_push", ["kind": "page", "depth": 1, "via": "openLink"]),
      ]
    ) {
      $0.nav = state("S-book")
      $0.nav.tab = .settings
      $0.nav.tabs[.settings]?.path = [.page(.help)]
    }
  }
}
