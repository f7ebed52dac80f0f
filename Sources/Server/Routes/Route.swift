package import HTTPTypes
import Library

/// What an HTTP request asks for, told by method and path alone.
package enum Route: Hashable, Sendable {
  /// A file, or what is as lasting as one.
  case file(File)
  /// `GET /healthz`.
  case health
  /// `GET /metrics`.
  case metrics
  /// `GET /v1/socket`.
  case socket
  /// A question that is answered from the store.
  case call(Call)
  /// The address is known, but not with this method; it has these.
  case wrongMethod(allowed: String)
  /// `OPTIONS`: which methods the address has, or for `*` the whole server.
  case options(allowed: String)
  /// No method of HTTP's.
  case unknownMethod
  /// Nothing is here.
  case unknown

  /// What is read and kept ready, and the same for everybody.
  package enum File: Hashable, Sendable {
    /// The browser client's page: every address that the client makes of itself.
    case page
    /// A file of the browser client.
    case part(String)
    /// How to trust the server's own certificate.
    case trust(Trust)
  }

  /// What there is to trust.
  package enum Trust: Hashable, Sendable {
    /// `GET /tls`: how it is done.
    case page
    /// `GET /tls/authority.crt`: the certificate of the server's own authority.
    case certificate
  }

  /// What is answered from the store.
  package enum Call: Hashable, Sendable {
    /// `GET /readyz`
    case ready
    /// `POST /v1/pair`
    case pair
    /// `POST /v1/pairings`
    case invite
    /// `GET /v1/usage`
    case usage
    /// `POST /v1/usage {since, counts}`
    case reportUsage
    /// `DELETE /v1/usage`
    case forgetUsage
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
    /// `GET /v1/catalog/search?q=TEXT[&in=openLibrary][&page=N]`
    case catalogSearch(query: [String: String])
    /// `GET /v1/catalog/ID`
    case catalogBook(id: String)
    /// `GET /v1/blobs/ID`
    case blob(id: String)
    /// `PUT /v1/blobs/ID`, with the bytes
    case keepBlob(id: String)
    /// `GET /v1/backups`
    case backups
    /// `POST /v1/import?name=FILE[&dry=1][&answers=JSON]`
    case importFile(dry: String?, answers: String?)
    /// `GET /v1/starter`
    case starterOffer
    /// `POST /v1/starter`
    case starterImport
    /// `GET /v1/export[?format=csv]`
    case export(format: String?)
    /// What is below `/koreader`.
    case koreader(KOReaderCall)

    /// Whether paired devices alone are answered.
    package var needsDevice: Bool {
      switch self {
      case .ready, .pair: false
      case .koreader(let call): call.needsDevice
      default: true
      }
    }

    /// Whether it reads or writes much of a library, which takes seconds where there is much.
    package var isLong: Bool {
      if case .history = self { true } else { isLarge }
    }

    /// Whether its answer may be as large as a library.
    package var isLarge: Bool {
      switch self {
      case .importFile, .starterImport, .export: true
      default: false
      }
    }

    /// Whether it says nothing without a body.
    package var needsBody: Bool {
      switch self {
      case .pair, .renameDevice, .importFile, .keepBlob, .reportUsage: true
      case .koreader(let call): call.needsBody
      default: false
      }
    }
  }

  /// The first parts of the browser client's own addresses (NAVIGATION §3): each shows the page.
  private static let pageRoots: Set<Substring> = [
    "pair", "library", "book", "search", "feed", "settings",
  ]

  /// The methods of RFC 9110 §9 and RFC 5789.
  private static let methods: Set<HTTPRequest.Method> = [
    .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch,
  ]

  /// Reads a request.
  package init(_ request: HTTPRequest) {
    guard Self.methods.contains(request.method) else {
      self = .unknownMethod
      return
    }
    if request.path == "*", request.method == .options {
      self = .options(allowed: "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT")
      return
    }
    let routes = request.path.flatMap { RequestTarget($0) }.map(Self.routes) ?? [:]
    self = Self.choose(request.method, among: routes)
  }

  private static func choose(
    _ method: HTTPRequest.Method, among routes: [HTTPRequest.Method: Route]
  ) -> Route {
    if let route = routes[method] { return route }
    guard !routes.isEmpty else { return .unknown }
    let allowed = (routes.keys.map(\.rawValue) + ["OPTIONS"]).sorted().joined(separator: ", ")
    return method == .options ? .options(allowed: allowed) : .wrongMethod(allowed: allowed)
  }

  /// What a target answers to, by method.
  private static func routes(_ target: RequestTarget) -> [HTTPRequest.Method: Route] {
    if target.path == "v1" || target.path.hasPrefix("v1/") { return apiRoutes(target) }
    if target.path.hasPrefix(koreaderRoot) { return koreaderRoutes(target.path) }
    switch target.path {
    case "tls": return reading(.file(.trust(.page)))
    case "tls/authority.crt": return reading(.file(.trust(.certificate)))
    case "healthz": return reading(.health)
    case "readyz": return reading(.call(.ready))
    case "metrics": return reading(.metrics)
    case let path: return reading(.file(isPlace(path) ? .page : .part(path)))
    }
  }

  private static func apiRoutes(_ target: RequestTarget) -> [HTTPRequest.Method: Route] {
    switch target.path {
    case "v1/socket": [.get: .socket]
    case "v1/pair": [.post: .call(.pair)]
    case "v1/pairings": [.post: .call(.invite)]
    case "v1/usage":
      reading(.call(.usage)).merging(
        [.post: .call(.reportUsage), .delete: .call(.forgetUsage)]
      ) { $1 }
    case "v1/session": reading(.call(.session))
    case "v1/devices": reading(.call(.devices))
    case "v1/history": reading(.call(.history(query: target.query)))
    case "v1/catalog": reading(.call(.catalog(query: target.query)))
    case "v1/catalog/search": reading(.call(.catalogSearch(query: target.query)))
    case "v1/backups": reading(.call(.backups))
    case "v1/import":
      [.post: .call(.importFile(dry: target.query["dry"], answers: target.query["answers"]))]
    case "v1/starter":
      reading(.call(.starterOffer)).merging([.post: .call(.starterImport)]) { $1 }
    case "v1/export": reading(.call(.export(format: target.query["format"])))
    default:
      deviceRoutes(target.path) ?? catalogRoutes(target.path) ?? blobRoutes(target.path) ?? [:]
    }
  }

  private static func blobRoutes(_ path: String) -> [HTTPRequest.Method: Route]? {
    guard let id = id(in: path, below: "v1/blobs/") else { return nil }
    return reading(.call(.blob(id: id))).merging([.put: .call(.keepBlob(id: id))]) { $1 }
  }

  private static func catalogRoutes(_ path: String) -> [HTTPRequest.Method: Route]? {
    id(in: path, below: "v1/catalog/").map { reading(.call(.catalogBook(id: $0))) }
  }

  /// What is read by GET can be asked about by HEAD (RFC 9110 §9.3.2).
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

  /// Whether `path` is a place in the client, such as `library/all`, and no file of it, such as
  /// `library/merge.js`.
  private static func isPlace(_ path: String) -> Bool {
    if path.isEmpty { return true }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, pageRoots.contains(first) else {
      return false
    }
    // A name may end like a file's, or hold slashes.
    if parts.starts(with: ["library", "author"]) { return true }
    return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
      && ContentType.of(String(last)) == nil
  }
}
