import Library

/// The decoded segments of a link after its tab, taken from the front.
struct LinkSegments {
  private var rest: ArraySlice<String>

  init(_ segments: ArraySlice<String>) { rest = segments }

  var isEmpty: Bool { rest.isEmpty }

  /// Takes the root list of `tab`; tabs of one list do not name it, and the library means all books
  /// where nothing follows.
  mutating func takeRootList(of tab: Tab) throws(LinkError) -> ListRef? {
    guard tab.configuration.lists.count > 1, let word = rest.first else { return tab.firstList }
    if Self.routeWords.contains(word) || Route.Page(rawValue: word) != nil { throw .order }
    return try takeList()
  }

  /// Takes all that is left, as a path.
  mutating func takePath(in tab: Tab) throws(LinkError) -> [Route] {
    var routes: [Route] = []
    while !rest.isEmpty { routes.append(try takeRoute()) }
    let distinct = routes.collapsed
    let legal = distinct.legal(in: tab)
    guard legal.count == distinct.count else { throw .order }
    return legal
  }

  private static let routeWords = ["book", "result", "device", "in"]

  private mutating func takeList() throws(LinkError) -> ListRef {
    let word = rest.popFirst()
    var members: JSONObject = ["k": word.map { .string($0) } ?? .null]
    if word != "all", let argument = rest.popFirst() {
      members["id"] = .string(argument)
      members["v"] = .string(argument)
    }
    guard let list = ListRef(json: .object(members)), list.isRoutable else { throw .list }
    return list
  }

  private mutating func takeRoute() throws(LinkError) -> Route {
    let word = rest.popFirst()
    if word == "in" { return .list(try takeList()) }
    if let page = word.flatMap(Route.Page.init(rawValue:)) { return .page(page) }
    let members: JSONObject = [
      "k": word.map { .string($0) } ?? .null, "id": rest.popFirst().map { .string($0) } ?? .null,
    ]
    guard let route = Route(json: .object(members)) else { throw .route }
    return route
  }
}
