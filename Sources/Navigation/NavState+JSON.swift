package import Library

extension NavState {
  /// What a fresh window shows: all books.
  package static let initial = NavState(json: .null)

  /// The legal state nearest to `json`. Total: whatever comes in, a legal state comes out, and a
  /// state of another version gives a fresh window.
  package init(json: JSONValue?) {
    let source = json?["v"] == .int(1) ? json : nil
    tab = source?["tab"].choice() ?? .library
    columns = source?["columns"].choice() ?? .automatic
    tabs = Dictionary(
      uniqueKeysWithValues: Tab.allCases.map { tab in
        (tab, TabState(json: source?["tabs"]?[tab.rawValue], in: tab))
      })
    lists = ListStates(json: source?["lists"])
    feed = Feed(
      seed: Text.cleaned(source?["feed"]?["seed"], Limits.codeLength),
      anchor: Anchor(json: source?["feed"]?["at"]))
    present = [Presentation](json: source?["present"])
    boundLists()
  }

  /// The JSON form; its canonical text is the one text of this state in both languages (P11).
  package var json: JSONValue {
    [
      "v": 1, "tab": .string(tab.rawValue), "columns": .string(columns.rawValue),
      "tabs": .object(
        JSONObject(uniqueKeysWithValues: tabs.map { ($0.key.rawValue, $0.value.json) })),
      "lists": lists.json,
      "feed": ["seed": .string(feed.seed), "at": feed.anchor?.json ?? .null],
      "present": .array(present.map(\.json)),
    ]
  }
}

extension TabState {
  init(json: JSONValue?, in tab: Tab) {
    let named = ListRef(json: json?["list"]).flatMap { $0.isRoot(of: tab) ? $0 : nil }
    list = named ?? tab.firstList
    path = [Route](json: json?["path"], in: tab)
    let isSidebar =
      json?["compact"] == .string("sidebar") && tab.configuration.hasSidebar && path.isEmpty
    compact = isSidebar ? .sidebar : .content
  }

  var json: JSONValue {
    [
      "list": list?.json ?? .null, "compact": .string(compact.rawValue),
      "path": .array(path.map(\.json)),
    ]
  }
}
