package import Library

/// Where a link leads (NAVIGATION §3.4).
package enum Link: Hashable, Sendable {
  /// Selects the tab and goes to its root, keeping its list.
  case tab(Tab)
  /// Replaces list, path and query as one. List and query are nil in the feed.
  case place(NavState.Core)

  /// The tab it leads into.
  package var tab: Tab {
    switch self {
    case .tab(let tab): tab
    case .place(let core): core.tab
    }
  }

  /// The routes it opens.
  package var path: [Route] {
    switch self {
    case .tab: []
    case .place(let core): core.path
    }
  }

  /// `tab` or `route`, as the count of opened links has it.
  package var level: String {
    switch self {
    case .tab: "tab"
    case .place: "route"
    }
  }

  /// The JSON form.
  package var json: JSONValue {
    switch self {
    case .tab(let tab): ["tab": .string(tab.rawValue), "level": "tab"]
    case .place(let core):
      [
        "tab": .string(core.tab.rawValue), "level": "route", "list": core.list?.json ?? .null,
        "path": .array(core.path.map(\.json)), "query": core.query?.json ?? .null,
      ]
    }
  }
}

/// Why a link leads nowhere.
package enum LinkError: String, Error, Hashable, Sendable {
  /// Not the form of a link: no leading slash, an empty segment, a fragment, a control, too long.
  case form
  /// A percent escape that is none, or bytes that are no UTF-8.
  case encoding
  /// No such tab.
  case tab
  /// No such list.
  case list
  /// No such route.
  case route
  /// Routes that may not stand where they do.
  case order
}

extension Query {
  /// The JSON form.
  package var json: JSONValue {
    ["q": .string(text), "filters": filters.json, "sort": sort.json]
  }
}
