package import HTTPTypes
import Library

/// What an HTTP request asks for, told by method and path alone.
package enum Route: Hashable, Sendable {
  /// The browser client's page: every address that the client makes of itself.
  case page
  /// A file of the browser client.
  case file(String)
  /// `GET /healthz`.
  case health
  /// `GET /v1/socket`.
  case socket
  /// A question that is answered from the store.
  case call(Call)
  /// The address is known, but not with this method; it has these.
  case wrongMethod(allowed: String)
  /// Nothing is here.
  case unknown

  /// What is answered from the store; all but `pair` need a paired device.
  package enum Call: Hashable, Sendable {
    /// `POST /v1/pair`
    case pair
    /// `GET /v1/session`
    case session
    /// `GET /v1/devices`
    case devices
    /// `PATCH /v1/devices/ID {name}`
    case renameDevice(id: String)
    /// `DELETE /v1/devices/ID`
    case revokeDevice(id: String)
    /// `GET /v1/history?kind=KIND&id=ID[&before=SEQ][&limit=N]`
    case history(query: [String: String])
    /// `GET /v1/catalog[?seed=TEXT][&page=N]`
    case catalog(query: [String: String])
    /// `GET /v1/catalog/search?q=TEXT[&page=N]`
    case catalogSearch(query: [String: String])
    /// `GET /v1/catalog/ID`
    case catalogBook(id: String)
    /// `GET /v1/backups`
    case backups
    /// `POST /v1/import?name=FILE[&dry=1]`
    case importFile(name: String, isDry: Bool)
    /// `GET /v1/starter`
    case starterOffer
    /// `POST /v1/starter`
    case starterImport
    /// `GET /v1/export`
    case export
  }

  /// The first parts of the browser client's own addresses (NAVIGATION §3): each shows the page.
  private static let pageRoots: Set<Substring> = [
    "pair", "library", "book", "search", "feed", "settings",
  ]

  /// Reads a request.
  package init(_ request: HTTPRequest) {
    guard let target = request.path.flatMap({ RequestTarget($0) }) else {
      self = .unknown
      return
    }
    if target.path == "v1" || target.path.hasPrefix("v1/") {
      self.init(api: target, request.method)
    } else if target.path == "healthz" {
      self = Self.read(.health, request.method)
    } else if Self.isPlace(target.path) {
      self = Self.read(.page, request.method)
    } else {
      self = Self.read(.file(target.path), request.method)
    }
  }

  private init(api target: RequestTarget, _ method: HTTPRequest.Method) {
    let routes: [HTTPRequest.Method: Route]
    switch target.path {
    case "v1/socket": routes = [.get: .socket]
    case "v1/pair": routes = [.post: .call(.pair)]
    case "v1/session": routes = [.get: .call(.session)]
    case "v1/devices": routes = [.get: .call(.devices)]
    case "v1/history": routes = [.get: .call(.history(query: target.query))]
    case "v1/catalog": routes = Self.reading(.call(.catalog(query: target.query)))
    case "v1/catalog/search": routes = Self.reading(.call(.catalogSearch(query: target.query)))
    case "v1/backups": routes = [.get: .call(.backups)]
    case "v1/import":
      let call = Call.importFile(
        name: target.query["name"] ?? "", isDry: target.query["dry"] == "1")
      routes = [.post: .call(call)]
    case "v1/starter": routes = [.get: .call(.starterOffer), .post: .call(.starterImport)]
    case "v1/export": routes = [.get: .call(.export)]
    default: routes = Self.deviceRoutes(target.path) ?? Self.catalogRoutes(target.path) ?? [:]
    }
    let allowed = routes.keys.map(\.rawValue).sorted().joined(separator: ", ")
    self = routes[method] ?? (routes.isEmpty ? .unknown : .wrongMethod(allowed: allowed))
  }

  private static func catalogRoutes(_ path: String) -> [HTTPRequest.Method: Route]? {
    id(in: path, below: "v1/catalog/").map { reading(.call(.catalogBook(id: $0))) }
  }

  private static func reading(_ route: Route) -> [HTTPRequest.Method: Route] {
    [.get: route, .head: route]
  }

  private static func id(in path: String, below prefix: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    let id = String(path.dropFirst(prefix.count))
    return Identifier.isValid(id) ? id : nil
  }

  private static func deviceRoutes(_ path: String) -> [HTTPRequest.Method: Route]? {
    guard let id = id(in: path, below: "v1/devices/") else { return nil }
    return [.patch: .call(.renameDevice(id: id)), .delete: .call(.revokeDevice(id: id))]
  }

  private static func read(_ route: Route, _ method: HTTPRequest.Method) -> Route {
    method == .get || method == .head ? route : .wrongMethod(allowed: "GET, HEAD")
  }

  /// Whether `path` is a place in the client, such as `library/all`, and no file of it, such as
  /// `library/merge.js`.
  private static func isPlace(_ path: String) -> Bool {
    if path.isEmpty { return true }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, pageRoots.contains(first) else {
      return false
    }
    return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
      && ContentType.of(String(last)) == nil
  }
}
