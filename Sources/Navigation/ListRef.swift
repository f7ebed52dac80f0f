package import Library

/// A list of books (or settings), by what it holds.
package enum ListRef: Hashable, Sendable {
  /// The reading status that a list of books shares.
  package enum Status: String, CaseIterable, Sendable {
    case toRead, reading, paused, read, abandoned
  }

  case all
  case shelf(String)
  case status(Status)
  case author(String)
  case search
  case settings
}

extension ListRef {
  /// The list that `json` spells, or nil when it spells none.
  package init?(json: JSONValue?) {
    switch json?["k"]?.string {
    case "all": self = .all
    case "search": self = .search
    case "settings": self = .settings
    case "shelf":
      guard let id = Text.identifier(json?["id"]) else { return nil }
      self = .shelf(id)
    case "status":
      guard let status = json?["v"].choice(Status.self) else { return nil }
      self = .status(status)
    case "author":
      guard let name = Text.naming(json?["v"], Limits.authorLength) else { return nil }
      self = .author(name)
    default: return nil
    }
  }

  /// The JSON form.
  package var json: JSONValue {
    switch self {
    case .shelf(let id): ["k": "shelf", "id": .string(id)]
    case .status(let status): ["k": "status", "v": .string(status.rawValue)]
    case .author(let name): ["k": "author", "v": .string(name)]
    case .all, .search, .settings: ["k": .string(kind)]
    }
  }

  /// The member `k`.
  package var kind: String {
    switch self {
    case .all: "all"
    case .shelf: "shelf"
    case .status: "status"
    case .author: "author"
    case .search: "search"
    case .settings: "settings"
    }
  }

  /// The key of a list in `lists`, in `sidebar.<key>` and in `list.<key>`: `all`, `shelf:s1`,
  /// `author:Mara Quill`.
  package var key: String {
    switch self {
    case .shelf(let id): "shelf:\(id)"
    case .status(let status): "status:\(status.rawValue)"
    case .author(let name): "author:\(name)"
    case .all, .search, .settings: kind
    }
  }

  /// The list whose key is exactly `key`, or nil.
  package init?(key: String) {
    // By scalars: a colon and a mark that combines with it are one character.
    let parts = key.unicodeScalars.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false
    ).map { JSONValue.string(String($0)) }
    var members: JSONObject = ["k": parts[0]]
    if parts.count > 1 {
      members["id"] = parts[1]
      members["v"] = parts[1]
    }
    guard let list = ListRef(json: .object(members)), Text.areSame(list.key, key)
    else { return nil }
    self = list
  }

  /// Whether this may be the root list of `tab`.
  package func isRoot(of tab: Tab) -> Bool { tab.configuration.lists.contains(kind) }

  /// Whether a route may show this: only the library's lists.
  package var isRoutable: Bool { isRoot(of: .library) }
}

extension Tab {
  /// The root list of a fresh window; nil for the feed.
  package var firstList: ListRef? {
    configuration.lists.first.flatMap { ListRef(key: $0) }
  }
}
