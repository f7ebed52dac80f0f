import Library
import Navigation
import Testing

/// Tabs, lists, routes and columns, in both layouts (NAVIGATION §3.3).
@Suite struct PlaceTests {
  @Test(arguments: Layout.allCases)
  func `another tab is shown as it was left, and the one left keeps its path`(_ layout: Layout) {
    var window = TestScene("S-deep", layout)
    window.send(
      .selectTab(.feed),
      outputs: [
        .history(.push), .focus("heading"),
        .track("tab_switch", ["from": "library", "to": "feed", "via": "selectTab"]),
      ]
    ) { $0.nav.tab = .feed }
    window.send(
      .selectTab(.library),
      outputs: [
        .history(.push), .focus("heading"),
        .track("tab_switch", ["from": "feed", "to": "library", "via": "selectTab"]),
      ]
    ) { $0.nav.tab = .library }
  }

  @Test(arguments: Layout.allCases)
  func `the same tab goes to its root, and then to its top`(_ layout: Layout) {
    var window = TestScene("S-deep", layout)
    window.send(.selectTab(.library), outputs: [.history(.push)]) {
      $0.nav.tabs[.library]?.path = []
    }
    window.send(.selectTab(.library), outputs: [.scrollTop]) { $0.nav.lists[.all]?.anchor = nil }
  }

  @Test(arguments: Layout.allCases)
  func `another list empties the detail`(_ layout: Layout) {
    var window = TestScene("S-book", layout)
    window.send(
      .selectList(.shelf("s1")),
      outputs: [.history(.push)] + (layout == .narrow ? [.focus("heading")] : [])
        + [.track("list_change")]
    ) {
      $0.nav.showLibrary(.shelf("s1"), [])
    }
    window.sendRefused(.selectList(.search))
  }

  @Test func `ten rows in wide are one step of history, in narrow each is one`() {
    var wide = TestScene("S-list", .wide)
    var narrow = TestScene("S-list", .narrow)
    let count = Output.track("route_push", ["kind": "book", "depth": 1, "via": "openItem"])
    wide.send(.openItem(.book("b1")), outputs: [.history(.push), count]) {
      $0.nav.tabs[.library]?.path = [.book("b1")]
    }
    wide.send(.openItem(.book("b2")), outputs: [.history(.replace), count]) {
      $0.nav.tabs[.library]?.path = [.book("b2")]
    }
    for book in ["b1", "b2"] {
      narrow.send(.openItem(.book(book)), outputs: [.history(.push), .focus("h1"), count]) {
        $0.nav.tabs[.library]?.path = [.book(book)]
      }
    }
  }

  @Test(arguments: Layout.allCases)
  func `what is pushed stands above what is open, once`(_ layout: Layout) {
    var window = TestScene("S-book", layout)
    let author = Route.list(.author("Mara Quill"))
    window.send(
      .push(author),
      outputs: [
        .history(.push), .focus("h1"),
        .track("route_push", ["kind": "list", "depth": 2, "via": "push"]),
      ]
    ) { $0.nav.tabs[.library]?.path = [.book("b1"), author] }
    window.sendRefused(.push(author))
    window.sendRefused(.push(.page(.help)))
  }

  @Test func `Back in narrow goes book, list, sidebar, out`() {
    var window = TestScene("S-book", .narrow)
    window.send(.back, outputs: [.history(.pop), .focus("row.b1"), .track("route_pop")]) {
      $0.nav.tabs[.library]?.path = []
    }
    window.send(.back, outputs: [.history(.pop), .focus("sidebar.all"), .track("route_pop")]) {
      $0.nav.tabs[.library]?.compact = .sidebar
    }
    window.send(.back, outputs: [.exit])
  }

  @Test func `Back in wide leaves from the list, which has the sidebar beside it`() {
    var window = TestScene("S-book", .wide)
    window.send(.back, outputs: [.history(.pop), .focus("row.b1"), .track("route_pop")]) {
      $0.nav.tabs[.library]?.path = []
    }
    window.send(.back, outputs: [.exit])
  }

  @Test(arguments: Layout.allCases)
  func `popping truncates, and only what is there`(_ layout: Layout) {
    var window = TestScene("S-deep", layout)
    window.sendRefused(.popTo(3))
    window.send(.popTo(1), outputs: [.history(.push)]) {
      $0.nav.tabs[.library]?.path = [.book("b1")]
    }
    window.send(.popToRoot, outputs: [.history(.push)]) { $0.nav.tabs[.library]?.path = [] }
    window.sendRefused(.popToRoot)
  }

  @Test func `showing the sidebar is a column in wide and a place in narrow`() {
    var wide = TestScene("S-book", .wide)
    wide.send(.setColumns(.detailOnly)) { $0.nav.columns = .detailOnly }
    wide.send(.showSidebar, outputs: [.focus("sidebar.all")]) { $0.nav.columns = .all }
    var narrow = TestScene("S-book", .narrow)
    narrow.send(.showSidebar, outputs: [.focus("sidebar.all")]) {
      $0.nav.tabs[.library]?.path = []
      $0.nav.tabs[.library]?.compact = .sidebar
    }
    var settings = TestScene("S-settings", .narrow)
    settings.sendRefused(.showSidebar)
  }

  @Test(arguments: Layout.allCases)
  func `a layout change changes nothing`(_ layout: Layout) {
    var window = TestScene("S-edit", layout)
    window.send(.layoutChanged, outputs: [.reproject])
  }

  @Test(arguments: Layout.allCases)
  func `what a list is asked drops its position and keeps the path`(_ layout: Layout) {
    var window = TestScene("S-book", layout)
    window.send(.setQuery(.all, "sea"), outputs: [.history(.replace), .announceCount]) {
      $0.nav.lists[.all]?.query.text = "sea"
      $0.nav.lists[.all]?.anchor = nil
      $0.nav.lists[.all]?.used = 13
    }
    let anchor = Anchor(id: "b2", offset: 0, index: 3, near: [])
    window.send(.scrolled(.all, anchor)) {
      $0.nav.lists[.all]?.anchor = anchor
      $0.nav.lists[.all]?.used = 14
    }
    window.send(
      .setFilter(.all, Filters(json: ["tag": ["cosy"]])),
      outputs: [.history(.replace), .announceCount]
    ) {
      $0.nav.lists[.all]?.query.filters = Filters(json: ["tag": ["cosy"]])
      $0.nav.lists[.all]?.anchor = nil
      $0.nav.lists[.all]?.used = 15
    }
    window.send(
      .setSort(.all, Sort(by: .author, isDescending: false)),
      outputs: [.history(.replace), .announceCount]
    ) {
      $0.nav.lists[.all]?.query.sort = Sort(by: .author, isDescending: false)
      $0.nav.lists[.all]?.used = 16
    }
  }

  @Test(arguments: Layout.allCases)
  func `the feed asks for its next page five covers from the end`(_ layout: Layout) {
    var window = TestScene("S-feed", layout)
    let fourteenth = Anchor(id: "r14", offset: 0, index: 14, near: [])
    let fifteenth = Anchor(id: "r15", offset: 0, index: 15, near: [])
    window.send(.feedMoved(fourteenth, count: 20)) { $0.nav.feed.anchor = fourteenth }
    window.send(.feedMoved(fifteenth, count: 20), outputs: [.loadFeed(20)]) {
      $0.nav.feed.anchor = fifteenth
    }
  }
}
