package import Library

/// One view of a projection. Its key is the same in both, so that a layout change moves views and
/// never remakes them: `library/sidebar`, `library/root`, `library/0`.
package struct Entry: Hashable, Sendable {
  /// What the view shows.
  package enum Content: Hashable, Sendable {
    case sidebar
    case list(ListRef)
    case feed
    case route(Route)
  }

  /// What the view is known by, in both projections.
  package let key: String
  /// What the view shows.
  package let content: Content

  /// The JSON form.
  package var json: JSONValue {
    switch content {
    case .sidebar: ["key": .string(key), "k": "sidebar"]
    case .list(let list): ["key": .string(key), "k": "list", "list": list.json]
    case .feed: ["key": .string(key), "k": "feed"]
    case .route(let route): ["key": .string(key), "k": "route", "route": route.json]
    }
  }
}

/// What a wide window shows.
package struct ColumnsProjection: Hashable, Sendable {
  /// How many columns are drawn; never `automatic`.
  package let visible: Columns
  /// Nil in tabs that have none.
  package let sidebar: Entry?
  /// The list that the sidebar marks.
  package let selectedList: ListRef?
  /// The root of the tab, in the middle column.
  package let content: Entry
  /// The row that the content marks.
  package let selected: Route?
  /// The routes in the detail; empty, it shows a placeholder.
  package let detail: [Entry]
  /// Whether the detail has a back button.
  package var hasBack: Bool { detail.count > 1 }

  /// The JSON form.
  package var json: JSONValue {
    var contentMembers = content.json.object ?? [:]
    contentMembers["selected"] = selected?.json ?? .null
    var sidebarMembers = sidebar?.json.object
    sidebarMembers?["selected"] = selectedList?.json ?? .null
    return [
      "visible": .string(visible.rawValue),
      "sidebar": sidebarMembers.map { .object($0) } ?? .null,
      "content": .object(contentMembers),
      "detail": [
        "path": .array(detail.map(\.json)), "placeholder": .bool(detail.isEmpty),
        "back": .bool(hasBack),
      ],
    ]
  }
}

extension NavState {
  /// What a narrow window shows, bottom first; the last entry is on top.
  package var stack: [Entry] {
    var entries = sidebarEntry.map { [$0] } ?? []
    if active.compact == .content { entries.append(rootEntry) }
    return entries + pathEntries
  }

  /// What a wide window of `width` pixels shows.
  package func columns(width: Int = Limits.threeColumnsWidth) -> ColumnsProjection {
    ColumnsProjection(
      visible: visibleColumns(width: width), sidebar: sidebarEntry,
      selectedList: sidebarEntry == nil ? nil : active.list, content: rootEntry,
      selected: active.path.first, detail: pathEntries)
  }

  private func visibleColumns(width: Int) -> Columns {
    switch columns {
    case .automatic: width >= Limits.threeColumnsWidth ? .all : .doubleColumn
    case .detailOnly where active.path.isEmpty: .doubleColumn
    case .all, .doubleColumn, .detailOnly: columns
    }
  }

  private var sidebarEntry: Entry? {
    guard tab.configuration.hasSidebar else { return nil }
    return Entry(key: "\(tab.rawValue)/sidebar", content: .sidebar)
  }

  private var rootEntry: Entry {
    Entry(key: "\(tab.rawValue)/root", content: active.list.map { .list($0) } ?? .feed)
  }

  private var pathEntries: [Entry] {
    active.path.enumerated().map { level, route in
      Entry(key: "\(tab.rawValue)/\(level)", content: .route(route))
    }
  }
}
