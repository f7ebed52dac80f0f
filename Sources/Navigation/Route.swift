package import Library

/// One step of a path.
package enum Route: Hashable, Sendable {
  /// A page of the settings.
  package enum Page: String, CaseIterable, Sendable {
    case notifications, devices, privacy, help, feedback, about
  }

  case book(String)
  case result(String)
  case list(ListRef)
  case page(Page)
  case device(String)
}

extension Route {
  /// The route that `json` spells, or nil when it spells none.
  package init?(json: JSONValue?) {
    switch json?["k"]?.string {
    case "book":
      guard let id = Text.identifier(json?["id"]) else { return nil }
      self = .book(id)
    case "result":
      guard let id = Text.identifier(json?["id"]) else { return nil }
      self = .result(id)
    case "device":
      guard let id = Text.identifier(json?["id"]) else { return nil }
      self = .device(id)
    case "list":
      guard let list = ListRef(json: json?["list"]), list.isRoutable else { return nil }
      self = .list(list)
    case "page":
      guard let page = json?["v"].choice(Page.self) else { return nil }
      self = .page(page)
    default: return nil
    }
  }

  /// The JSON form.
  package var json: JSONValue {
    switch self {
    case .book(let id), .result(let id), .device(let id): ["k": .string(kind), "id": .string(id)]
    case .list(let list): ["k": "list", "list": list.json]
    case .page(let page): ["k": "page", "v": .string(page.rawValue)]
    }
  }

  /// The member `k`.
  package var kind: String {
    switch self {
    case .book: "book"
    case .result: "result"
    case .list: "list"
    case .page: "page"
    case .device: "device"
    }
  }

  /// What a row that opens this is called: `row.<key>`.
  package var key: String {
    switch self {
    case .book(let id), .result(let id), .device(let id): id
    case .list(let list): list.key
    case .page(let page): page.rawValue
    }
  }

  /// Whether this may follow `path` in `tab`, by the tab configuration. Length is not asked here.
  package func isLegal(after path: [Route], in tab: Tab) -> Bool {
    switch tab.configuration.routes[kind] {
    case .any: true
    case .first: path.isEmpty
    case .afterDevices: path.last == .page(.devices)
    case nil: false
    }
  }
}

extension [Route] {
  /// These routes without those that show what the one before them shows.
  package var collapsed: [Route] {
    enumerated().filter { $0.offset == 0 || self[$0.offset - 1] != $0.element }.map(\.element)
  }

  /// The legal path nearest to these: equal neighbours collapse, and it ends before the first route
  /// that may not stand where it stands.
  package func legal(in tab: Tab) -> [Route] {
    var path: [Route] = []
    for route in collapsed {
      guard path.count < Limits.pathLength, route.isLegal(after: path, in: tab) else { break }
      path.append(route)
    }
    return path
  }

  /// The legal path nearest to what `json` spells in `tab`; it ends before the first element that
  /// is no route.
  package init(json: JSONValue?, in tab: Tab) {
    var routes: [Route] = []
    for element in json?.array ?? [] {
      guard let route = Route(json: element) else { break }
      routes.append(route)
    }
    self = routes.legal(in: tab)
  }
}
