import Library
import Navigation
import NavigationWalk
import Testing

/// The acceptance scenarios of NAVIGATION §4 that need no browser, by their numbers.
@Suite struct ScenarioTests {
  private let reproject: [Output] = [.reproject]

  @Test func `12: with book, scroll and filters open, narrowing and widening changes no byte`() {
    var window = TestScene("S-book", .wide)
    window.send(.dismiss)
    window.send(.popToRoot, outputs: [.history(.push)]) { $0.nav.tabs[.library]?.path = [] }
    window.send(.present(.filters), outputs: [.focus("inside"), .track("present")]) {
      $0.nav.present = [.filters]
    }
    window.send(.setQuery(.all, "half a que"), outputs: [.history(.replace), .announceCount]) {
      $0.nav.lists[.all]?.query.text = "half a que"
      $0.nav.lists[.all]?.anchor = nil
      $0.nav.lists[.all]?.used = 13
    }
    let before = window.scene.json.canonicalText
    #expect(Presentation.filters.drawn(in: window.layout) == .anchoredPopover)
    window.layout = .narrow
    window.send(.layoutChanged, outputs: reproject)
    #expect(Presentation.filters.drawn(in: window.layout) == .bottomSheet)
    window.layout = .wide
    window.send(.layoutChanged, outputs: reproject)
    #expect(window.scene.json.canonicalText == before)
    #expect(Presentation.filters.drawn(in: window.layout) == .anchoredPopover)
  }

  @Test func `13: with nothing selected, narrowing shows the list and not the placeholder`() {
    var window = TestScene("S-list", .wide)
    #expect(window.scene.nav.columns().json["detail"]?["placeholder"] == true)
    window.layout = .narrow
    window.send(.layoutChanged, outputs: reproject)
    #expect(window.scene.nav.stack.last?.content == .list(.all))
  }

  @Test func `14: detail only stays so through both layouts, and Show sidebar gives all columns`() {
    var window = TestScene("S-book", .wide)
    window.send(.setColumns(.detailOnly)) { $0.nav.columns = .detailOnly }
    for layout in [Layout.narrow, .wide] {
      window.layout = layout
      window.send(.layoutChanged, outputs: reproject)
    }
    #expect(window.scene.nav.columns(width: 1280).visible == .detailOnly)
    window.send(.showSidebar, outputs: [.focus("sidebar.all")]) { $0.nav.columns = .all }
    #expect(window.scene.nav.columns(width: 1280).visible == .all)
  }

  @Test(arguments: Layout.allCases)
  func `17: a destination is set, then gone, and nothing else changed`(_ layout: Layout) {
    var window = TestScene("S-book", layout)
    let editor = Presentation.editBook(id: "b1", draft: "d1", isDirty: false)
    window.send(
      .present(editor), outputs: [.history(.push), .focus("inside"), .track("present")]
    ) { $0.nav.present = [editor] }
    window.send(.saved, outputs: [.notice("saved", nil)]) { $0.nav.present = [] }
  }

  @Test(arguments: Layout.allCases)
  func `22: settings opens at its root, the library keeps its path, one switch is counted`(
    _ layout: Layout
  ) {
    var window = TestScene("S-deep", layout)
    // Settings was two deep as well: a tab-level link goes to its root.
    window.send(
      .openLink("/settings/devices/device/d2", isCold: false, lib: 0),
      outputs: [
        .history(.push), .track("link_open", ["level": "route"]),
        .track("tab_switch", ["from": "library", "to": "settings", "via": "openLink"]),
        .track("route_push", ["kind": "device", "depth": 2, "via": "openLink"]),
      ]
    ) {
      $0.nav.tab = .settings
      $0.nav.tabs[.settings]?.path = [.page(.devices), .device("d2")]
    }
    window.send(
      .selectTab(.library),
      outputs: [
        .history(.push), .focus("heading"),
        .track("tab_switch", ["from": "settings", "to": "library", "via": "selectTab"]),
      ]
    ) { $0.nav.tab = .library }
    window.send(
      .openLink("/settings", isCold: false, lib: 0),
      outputs: [
        .history(.push), .track("link_open", ["level": "tab"]),
        .track("tab_switch", ["from": "library", "to": "settings", "via": "openLink"]),
      ]
    ) {
      $0.nav.tab = .settings
      $0.nav.tabs[.settings]?.path = []
    }
    #expect(window.scene.nav[.library].path.count == 3)
    #expect(
      TabConfiguration.all.map(\.identifier) == [
        "tabBar.libraryTab", "tabBar.searchTab", "tabBar.feedTab", "tabBar.settingsTab",
      ])
  }

  @Test func `23: a cold link to a book on a shelf goes Back to the shelf, then to the sidebar`() {
    var window = TestScene("S-start", .narrow)
    window.send(
      .openLink("/library/shelf/s1/book/b1", isCold: true, lib: 0),
      outputs: [
        .history(.replace), .track("link_open", ["level": "route"]),
        .track("route_push", ["kind": "book", "depth": 1, "via": "openLink"]),
      ]
    ) { $0.nav.showLibrary(.shelf("s1"), [.book("b1")]) }
    window.send(.back, outputs: [.history(.pop), .focus("row.b1"), .track("route_pop")]) {
      $0.nav.tabs[.library]?.path = []
    }
    window.send(
      .back, outputs: [.history(.pop), .focus("sidebar.shelf:s1"), .track("route_pop")]
    ) { $0.nav.tabs[.library]?.compact = .sidebar }
  }

  @Test(arguments: Layout.allCases)
  func `24: a link to no tab moves nothing, cold it shows the library, and both say so`(
    _ layout: Layout
  ) {
    var running = TestScene("S-shelf", layout)
    let refusal: [Output] = [
      .notice("link_invalid", "tab"), .track("link_invalid", ["reason": "tab"]),
    ]
    running.send(.openLink("/libary", isCold: false, lib: 0), outputs: refusal)
    running.send(
      .openLink("/settings/book/x", isCold: false, lib: 0),
      outputs: [.notice("link_invalid", "order"), .track("link_invalid", ["reason": "order"])])
    var cold = TestScene("S-feed", layout)
    cold.send(
      .openLink("/libary", isCold: true, lib: 0), outputs: [.history(.replace)] + refusal
    ) { $0.nav.tab = .library }
    #expect(Route(json: ["k": "settings"]) == nil)
  }

  @Test(arguments: Layout.allCases)
  func `26: of book, author, book the first dies unseen, the second with a notice`(
    _ layout: Layout
  ) {
    let editor = Presentation.editBook(id: "b2", draft: "d1", isDirty: true)
    let author = Route.list(.author("Mara Quill"))
    var window = TestScene("S-deep", layout)
    var editing = window
    window.library = Self.library(dead: ["b1"])
    window.send(
      .libraryChanged(isRemote: true, lib: 0),
      outputs: [
        .history(.replace), .track("repair", ["rule": "R1"]), .track("repair", ["rule": "R3"]),
      ]
    ) {
      $0.nav.tabs[.library]?.path = [author, .book("b2")]
      $0.nav.lists[.all]?.anchor = Anchor(id: "b6", offset: 0, index: 48, near: ["b7"])
    }
    window.library = Self.library(dead: ["b1", "b2"])
    window.send(
      .libraryChanged(isRemote: true, lib: 0),
      outputs: [.history(.replace), .notice("gone", "b2"), .track("repair", ["rule": "R1"])]
    ) { $0.nav.tabs[.library]?.path = [author] }
    editing.send(
      .present(editor), outputs: [.history(.push), .focus("inside"), .track("present")]
    ) { $0.nav.present = [editor] }
    editing.library = Self.library(dead: ["b2"])
    editing.send(
      .libraryChanged(isRemote: true, lib: 0),
      outputs: [
        .history(.replace), .notice("gone", "b2"), .track("repair", ["rule": "R1"]),
        .track("repair", ["rule": "R2"]),
      ]
    ) {
      $0.nav.tabs[.library]?.path = [.book("b1"), author]
      $0.nav.present = [.newBook(draft: "d1", isDirty: true)]
    }
  }

  private static func library(dead: Set<String>) -> PlainLibrary {
    let books = (1...9).map { "b\($0)" }.map { ($0, dead.contains($0) ? "dead" : "alive") }
    return PlainLibrary(
      json: [
        "cursor": 1,
        "books": .object(
          JSONObject(uniqueKeysWithValues: books.map { ($0.0, JSONValue.string($0.1)) })),
      ])
  }
}
