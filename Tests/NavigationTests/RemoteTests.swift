import Library
import Navigation
import NavigationWalk
import Testing

/// Continue, follow and links from other devices, in both layouts (NAVIGATION §3.7).
@Suite struct RemoteTests {
  private let leader = SceneRef(device: "d2", scene: "w1")

  private func state(_ fixture: String) -> NavState {
    NavState(json: Fixtures.named(.string(fixture)))
  }

  private func message(_ id: String, _ link: String, at: Int = 0) throws -> Incoming {
    try #require(
      Incoming(
        json: ["id": .string(id), "from": "d2", "link": .string(link), "lib": 0, "at": .int(at)]))
  }

  @Test(arguments: Layout.allCases)
  func `continuing takes the other place and keeps one's own for Undo`(_ layout: Layout) {
    var window = TestScene("S-edit", layout)
    window.send(
      .adopt(state("S-settings"), lib: 0),
      outputs: [.history(.push), .notice("undo", nil), .stash("d1"), .track("adopt")]
    ) {
      $0.undo = state("S-edit")
      $0.nav.tab = .settings
      $0.nav.tabs[.settings]?.path = [.page(.devices), .device("d2")]
      $0.nav.present = []
    }
    window.send(.undoAdopt, outputs: [.history(.push)]) {
      $0.nav = state("S-book")
      $0.undo = nil
    }
    window.sendRefused(.undoAdopt)
  }

  @Test(arguments: Layout.allCases)
  func `following moves without new history or focus, until someone takes the wheel`(
    _ layout: Layout
  ) {
    var window = TestScene("S-book", layout)
    window.send(
      .followStart(leader, following: nil, nav: state("S-feed"), lib: 0),
      outputs: [.history(.replace), .banner(.follow)]
    ) {
      $0.following = leader
      $0.nav.tab = .feed
      $0.nav.feed = state("S-feed").feed
    }
    window.send(
      .followUpdate(leader, nav: state("S-book"), lib: 0), outputs: [.history(.replace)]
    ) { $0.nav.tab = .library }
    window.sendRefused(
      .followUpdate(SceneRef(device: "d3", scene: "w1"), nav: state("S-feed"), lib: 0))
    window.send(.setColumns(.all)) { $0.nav.columns = .all }
    window.send(.present(.devices), outputs: [.focus("inside"), .track("present")]) {
      $0.nav.present = [.devices]
    }
    window.send(.dismiss, outputs: [.focus("opener")]) { $0.nav.present = [] }
    let anchor = Anchor(id: "b2", offset: 0, index: 1, near: [])
    window.send(
      .scrolled(.all, anchor),
      outputs: [.banner(.none), .track("follow_stop", ["reason": "action"])]
    ) {
      $0.following = nil
      $0.nav.lists[.all]?.anchor = anchor
      $0.nav.lists[.all]?.used = 13
    }
    window.sendRefused(.followStop(.user))
  }

  @Test(arguments: Layout.allCases)
  func `nobody follows with an editor open, nor in a circle`(_ layout: Layout) {
    var window = TestScene("S-edit", layout)
    window.sendRefused(.followStart(leader, following: nil, nav: state("S-feed"), lib: 0))
    var own = TestScene("S-list", layout)
    let me = SceneRef(device: "d1", scene: "w9")
    own.sendRefused(.followStart(leader, following: me, nav: state("S-feed"), lib: 0))
    own.sendRefused(.followStart(me, following: nil, nav: state("S-feed"), lib: 0))
  }

  @Test(arguments: Layout.allCases)
  func `a link from elsewhere never closes an editor, and opening it is one's own doing`(
    _ layout: Layout
  ) throws {
    var window = TestScene("S-edit", layout)
    let sent = try message("m1", "/feed")
    window.send(
      .incoming(sent, policy: .auto, isIdle: true),
      outputs: [
        .banner(.inbox), .ack("m1", "delivered"),
        .track("remote_open", ["state": "delivered"]),
      ]
    ) { $0.inbox = [sent] }
    window.send(
      .answer(id: "m1", .open),
      outputs: [
        .history(.push), .stash("d1"), .track("link_open", ["level": "tab"]),
        .track("tab_switch", ["from": "library", "to": "feed", "via": "openLink"]),
        .ack("m1", "opened"), .track("remote_open", ["state": "opened"]),
      ]
    ) {
      $0.inbox = []
      $0.nav.tab = .feed
      $0.nav.present = []
    }
    window.sendRefused(.answer(id: "m1", .open))
  }

  @Test(arguments: Layout.allCases)
  func `policy decides: off blocks, auto opens without new history, dismissing only answers`(
    _ layout: Layout
  ) throws {
    var window = TestScene("S-list", layout)
    window.send(
      .incoming(try message("m1", "/feed"), policy: .off, isIdle: true),
      outputs: [.ack("m1", "blocked"), .track("remote_open", ["state": "blocked"])])
    let asked = try message("m2", "/settings")
    window.send(
      .incoming(asked, policy: .ask, isIdle: true),
      outputs: [
        .banner(.inbox), .ack("m2", "delivered"), .track("remote_open", ["state": "delivered"]),
      ]
    ) { $0.inbox = [asked] }
    window.send(
      .answer(id: "m2", .dismiss),
      outputs: [.ack("m2", "dismissed"), .track("remote_open", ["state": "dismissed"])]
    ) { $0.inbox = [] }
    window.send(
      .incoming(try message("m3", "/feed"), policy: .auto, isIdle: true),
      outputs: [
        .history(.replace), .track("link_open", ["level": "tab"]),
        .track("tab_switch", ["from": "library", "to": "feed", "via": "openLink"]),
        .ack("m3", "opened"), .track("remote_open", ["state": "opened"]),
      ]
    ) { $0.nav.tab = .feed }
  }
}
