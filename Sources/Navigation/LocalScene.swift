package import Library

/// What the reducer works on: a window's place, and what it is bound to.
package struct LocalScene: Hashable, Sendable {
  /// Where the window is.
  package var nav: NavState
  /// The window whose moves this one repeats.
  package var following: SceneRef?
  /// The place before the last Continue.
  package var undo: NavState?
  /// Links from other devices that wait for an answer, oldest first.
  package var inbox: [Incoming]

  /// A window that shows `nav` and is bound to nothing.
  package init(nav: NavState = .initial) {
    self.nav = nav
    following = nil
    undo = nil
    inbox = []
  }

  /// The window state nearest to `json`; total, as decoding a `NavState` is.
  package init(json: JSONValue?) {
    nav = NavState(json: json?["nav"])
    following = SceneRef(json: json?["following"])
    undo = json?["undo"]?.object == nil ? nil : NavState(json: json?["undo"])
    let waiting = (json?["inbox"]?.array ?? []).compactMap { Incoming(json: $0) }
    inbox = Array(waiting.suffix(Limits.inboxLength))
  }

  /// The JSON form.
  package var json: JSONValue {
    [
      "nav": nav.json, "following": following?.json ?? .null, "undo": undo?.json ?? .null,
      "inbox": .array(inbox.map(\.json)),
    ]
  }
}

/// The name of one window of one device.
package struct SceneRef: Hashable, Sendable {
  /// The device's id.
  package var device: String
  /// The window's id on that device.
  package var scene: String

  /// The name of a window, of two valid identifiers.
  package init(device: String, scene: String) {
    self.device = device
    self.scene = scene
  }

  /// The scene that `json` names, or nil.
  package init?(json: JSONValue?) {
    guard let device = Text.identifier(json?["device"]), let scene = Text.identifier(json?["scene"])
    else { return nil }
    self.init(device: device, scene: scene)
  }

  /// The JSON form.
  package var json: JSONValue { ["device": .string(device), "scene": .string(scene)] }
}
