import HTTPTypes

extension Route {
  /// What an e-reader with KOReader asks, whose plugin “Progress sync” keeps its place on a server of one's
  /// own: of `koreader/koreader` `plugins/kosync.koplugin/api.json`, of `koreader/koreader-sync-server`
  /// `config/routes.lua`. The plugin puts the paths behind whatever address it was given.
  package enum KOReaderCall: Hashable, Sendable {
    /// `GET healthcheck`
    case health
    /// `POST users/create {username, password}`
    case register
    /// `GET users/auth`
    case authorize
    /// `PUT syncs/progress {document, progress, percentage, device, device_id?, metadata?}`
    case put
    /// `GET syncs/progress/DOCUMENT`
    case get(document: String)

    /// Whether paired e-readers alone are answered.
    var needsDevice: Bool {
      switch self {
      case .health, .register: false
      case .authorize, .put, .get: true
      }
    }

    /// Whether it says nothing without a body.
    var needsBody: Bool { self == .register || self == .put }
  }

  /// The first part of the addresses that KOReader is told.
  static let koreaderRoot = "koreader/"

  /// What a path below `koreaderRoot` answers to, by method.
  static func koreaderRoutes(_ path: String) -> [HTTPRequest.Method: Route] {
    // Whoever types the address may end it with a slash, and the plugin's paths begin with one.
    let path = path.dropFirst(koreaderRoot.count).drop { $0 == "/" }
    switch path {
    case "healthcheck": return koreaderReading(.health)
    case "users/create": return [.post: .call(.koreader(.register))]
    case "users/auth": return koreaderReading(.authorize)
    case "syncs/progress": return [.put: .call(.koreader(.put))]
    default:
      let prefix = "syncs/progress/"
      let document = String(path.dropFirst(prefix.count))
      guard path.hasPrefix(prefix), KOReaderPlace.isDocument(document) else { return [:] }
      return koreaderReading(.get(document: document))
    }
  }

  private static func koreaderReading(_ call: KOReaderCall) -> [HTTPRequest.Method: Route] {
    [.get: .call(.koreader(call)), .head: .call(.koreader(call))]
  }
}
