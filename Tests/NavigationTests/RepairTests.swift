import Library
import Navigation
import NavigationWalk
import Testing

/// One test for each repair rule of NAVIGATION §3.5, as a change of the library in both layouts.
/// The finer cases are vectors.
@Suite struct RepairTests {
  @Test(arguments: Layout.allCases)
  func `R0: a merged book is the other one, everywhere`(_ layout: Layout) {
    var window = TestScene("S-edit", layout)
    window.library = PlainLibrary(json: ["merged": ["b1": "b2"]])
    window.send(.libraryChanged(isRemote: true, lib: 0), outputs: changed("R0")) {
      $0.nav.tabs[.library]?.path = [.book("b2")]
      $0.nav.present = [.editBook(id: "b2", draft: "d1", isDirty: true)]
      $0.nav.lists[.all]?.anchor?.id = "b2"
    }
  }

  @Test(arguments: Layout.allCases)
  func `R1: a dead book leaves the path, and no neighbour is chosen in its place`(
    _ layout: Layout
  ) {
    var window = TestScene("S-shelf", layout)
    window.library = PlainLibrary(json: ["books": ["b5": "alive", "b6": "alive"]])
    window.send(
      .libraryChanged(isRemote: true, lib: 0),
      outputs: [.history(.replace), .notice("gone", "b7"), count("R1"), count("R3")]
    ) {
      $0.nav.tabs[.library]?.path = []
      $0.nav.lists[.shelf("s1")]?.anchor?.near = ["b6"]
    }
  }

  @Test(arguments: Layout.allCases)
  func `R2: a question about a dead book goes; edits of one become a new book`(_ layout: Layout) {
    let without = PlainLibrary(json: ["books": ["b6": "alive", "b7": "alive"]])
    let path = { (scene: inout LocalScene) in
      scene.nav.tabs[.library]?.path = []
      scene.nav.lists[.all]?.anchor = Anchor(id: "b6", offset: 0, index: 48, near: ["b7"])
    }
    let outputs: [Output] = [
      .history(.replace), .notice("gone", "b1"), count("R1"), count("R2"), count("R3"),
    ]
    var asking = TestScene("S-confirm", layout)
    asking.library = without
    asking.send(.libraryChanged(isRemote: true, lib: 0), outputs: outputs) {
      path(&$0)
      $0.nav.present = []
    }
    var editing = TestScene("S-edit", layout)
    editing.library = without
    editing.send(.libraryChanged(isRemote: true, lib: 0), outputs: outputs) {
      path(&$0)
      $0.nav.present = [.newBook(draft: "d1", isDirty: true)]
    }
  }

  @Test(arguments: Layout.allCases)
  func `R3: an anchor moves to its first living neighbour, and without any keeps its place`(
    _ layout: Layout
  ) {
    var window = TestScene("S-list", layout)
    window.library = PlainLibrary(json: ["books": ["b7": "alive"]])
    window.send(.libraryChanged(isRemote: true, lib: 0), outputs: changed("R3")) {
      $0.nav.lists[.all]?.anchor = Anchor(id: "b7", offset: 0, index: 48, near: [])
    }
    window.library = PlainLibrary(json: ["books": [:]])
    window.send(.libraryChanged(isRemote: true, lib: 0), outputs: changed("R3")) {
      $0.nav.lists[.all]?.anchor = Anchor(id: nil, offset: 0, index: 48, near: [])
    }
  }

  @Test(arguments: Layout.allCases)
  func `R4: where a shelf was, all books are, with what was open`(_ layout: Layout) {
    var window = TestScene("S-shelf", layout)
    window.library = PlainLibrary(json: ["shelves": [:]])
    window.send(.libraryChanged(isRemote: true, lib: 0), outputs: changed("R4")) {
      $0.nav.tabs[.library]?.list = .all
      $0.nav.lists = [:]
    }
  }

  @Test(arguments: Layout.allCases)
  func `R5: a tag that no book has any more is no filter, and whoever sees the list hears of it`(
    _ layout: Layout
  ) {
    var window = TestScene("S-list", layout)
    window.send(
      .setFilter(.all, Filters(json: ["tag": ["cosy", "gifts"]])),
      outputs: [.history(.replace), .announceCount]
    ) {
      $0.nav.lists[.all]?.query.filters = Filters(json: ["tag": ["cosy", "gifts"]])
      $0.nav.lists[.all]?.anchor = nil
      $0.nav.lists[.all]?.used = 13
    }
    window.library = PlainLibrary(json: ["tags": ["gifts"]])
    window.send(
      .libraryChanged(isRemote: true, lib: 0),
      outputs: [.history(.replace), .notice("filter", "all"), count("R5")]
    ) { $0.nav.lists[.all]?.query.filters = Filters(json: ["tag": ["gifts"]]) }
  }

  @Test(arguments: Layout.allCases)
  func `R6: an added result is its book, in place, and no tab switches`(_ layout: Layout) {
    var window = TestScene("S-search", layout)
    window.library = PlainLibrary(json: ["added": ["r1": "b5"]])
    window.send(.libraryChanged(isRemote: true, lib: 0), outputs: changed("R6")) {
      $0.nav.tabs[.search]?.path = [.book("b5")]
    }
  }

  @Test(arguments: Layout.allCases)
  func `R7: a removed device has no page`(_ layout: Layout) {
    var window = TestScene("S-settings", layout)
    window.library = PlainLibrary(json: ["devices": ["d1": "alive"]])
    window.send(
      .libraryChanged(isRemote: true, lib: 0),
      outputs: [.history(.replace), .notice("gone", "d2"), count("R7")]
    ) { $0.nav.tabs[.settings]?.path = [.page(.devices)] }
  }

  private func count(_ rule: String) -> Output { .track("repair", ["rule": .string(rule)]) }

  private func changed(_ rule: String) -> [Output] { [.history(.replace), count(rule)] }
}
