import Library
import Navigation
import Wire

extension NavState {
  /// The state that a window published, without what never leaves a device (NAVIGATION §3.6).
  ///
  /// Decoding is total; but what is no state at all, or exceeds a bound, is somebody's mistake, and is
  /// better refused than half of it shown.
  init(published json: JSONValue) throws(SceneRefused.Reason) {
    guard json["v"] == .int(1), Self.isWithinBounds(json) else { throw .malformed }
    guard json.canonicalBytes.count <= Navigation.Limits.publishedBytes else { throw .tooLarge }
    self = NavState(json: json).publishable
  }

  private static func isWithinBounds(_ json: JSONValue) -> Bool {
    let deepest = json["tabs"]?.object?.values.map { $0["path"]?.array?.count ?? 0 }.max() ?? 0
    return deepest <= Navigation.Limits.pathLength
      && (json["lists"]?.object?.count ?? 0) <= Navigation.Limits.listCount
      && (json["present"]?.array?.count ?? 0) <= Navigation.Limits.presentationLevels
  }

  /// What of this state a device shows that shares its place only (NAVIGATION §3.8): the tab with its
  /// list, and what is on top, with as much before it as makes it legal. No query, position or feed.
  var placeOnly: NavState {
    var place = NavState.initial
    place.tab = tab
    place.active.list = active.list
    let suffixes = (0...active.path.count).dropFirst().lazy.map { [path = active.path] in
      Array(path.suffix($0))
    }
    place.active.path = suffixes.first { $0.legal(in: tab) == $0 } ?? []
    return place
  }

  /// The state that canonical `bytes` of ours spell.
  init(stored bytes: [UInt8]) {
    self = NavState(json: try? JSONValue(parsing: bytes))
  }
}
