package import Library

/// What a tab is called and what may stand in it (NAVIGATION §3.1). `Web/navigation/tabs.js` is the
/// shared configuration; a test holds this table to it.
package struct TabConfiguration: Hashable, Sendable {
  /// Where in a path a kind of route may stand.
  package enum Placement: String, Sendable {
    case any, first, afterDevices
  }

  /// Which tab this is about.
  package let tab: Tab
  /// What the tab bar calls it, in English.
  package let label: String
  /// The name of its symbol.
  package let icon: String
  /// The first segment of its links.
  package let segment: String
  /// Its `data-testid`.
  package let identifier: String
  /// Whether a sidebar of lists stands before its root.
  package let hasSidebar: Bool
  /// The kinds of its legal root lists; the first is a fresh window's. None: the tab is no list.
  package let lists: [String]
  /// Where each kind of route may stand; a kind that is missing may not.
  package let routes: ByName<Placement>

  /// The four tabs, in the order of the tab bar.
  package static let all: [TabConfiguration] = [
    TabConfiguration(
      tab: .library, label: "Library", icon: "library", segment: "library",
      identifier: "tabBar.libraryTab", hasSidebar: true,
      lists: ["all", "shelf", "status", "author"], routes: ["book": .any, "list": .any]),
    TabConfiguration(
      tab: .search, label: "Search", icon: "search", segment: "search",
      identifier: "tabBar.searchTab", hasSidebar: false, lists: ["search"],
      routes: ["result": .first, "book": .any, "list": .any]),
    TabConfiguration(
      tab: .feed, label: "Feed", icon: "feed", segment: "feed",
      identifier: "tabBar.feedTab", hasSidebar: false, lists: [],
      routes: ["result": .first, "book": .any, "list": .any]),
    TabConfiguration(
      tab: .settings, label: "Settings", icon: "settings", segment: "settings",
      identifier: "tabBar.settingsTab", hasSidebar: false, lists: ["settings"],
      routes: ["page": .first, "device": .afterDevices]),
  ]

  /// The shared JSON form.
  package var json: JSONValue {
    [
      "tab": .string(tab.rawValue), "label": .string(label), "icon": .string(icon),
      "segment": .string(segment), "identifier": .string(identifier),
      "sidebar": .bool(hasSidebar), "lists": .array(lists.map { .string($0) }),
      "routes": .object(routes.mapValues { .string($0.rawValue) }),
    ]
  }
}

extension Tab {
  /// What this tab is called and what may stand in it.
  package var configuration: TabConfiguration {
    guard let found = TabConfiguration.all.first(where: { $0.tab == self }) else {
      preconditionFailure("the table of tabs is incomplete")
    }
    return found
  }
}
