public import Library

/// Takes a scene for this connection: only its holder publishes it (NAVIGATION §3.6,
/// `scene.attach`). Answered by `SceneAttached`, or `SceneRefused` while another connection holds it.
public struct SceneAttach: Hashable, Sendable {
  /// The scene's id, which the window made.
  public var scene: String
  /// What the person calls the window, at most 60 characters; what is beyond is cut.
  public var name: String

  /// Takes `scene`.
  public init(scene: String, name: String) {
    self.scene = scene
    self.name = name
  }
}

/// The scene is the receiver's until it detaches or its connection ends (`scene.attached`). Sent
/// only when the epoch is durable, so that none is ever given twice.
public struct SceneAttached: Hashable, Sendable {
  /// The scene.
  public var scene: String
  /// Which attachment of the scene this is; every `ScenePublish` repeats it.
  public var epoch: Int
  /// The last rev that the server has taken, in whatever epoch; 0: none. The next must be greater.
  public var rev: Int
  /// Where the scene was, as the server has it; nil when it has nothing.
  public var nav: JSONValue?

  /// Makes the answer.
  public init(scene: String, epoch: Int, rev: Int, nav: JSONValue?) {
    self.scene = scene
    self.epoch = epoch
    self.rev = rev
    self.nav = nav
  }
}

extension SceneAttach: Payload {
  static let type = "scene.attach"

  init(_ members: Members) throws(WireError) {
    scene = try members.identifier("scene")
    name = try members.optionalText("name") ?? ""
  }

  var members: JSONObject { ["scene": .string(scene), "name": .string(name)] }
}

extension SceneAttached: Payload {
  static let type = "scene.attached"

  init(_ members: Members) throws(WireError) {
    scene = try members.identifier("scene")
    epoch = try members.count("epoch")
    rev = try members.count("rev")
    let nav = members.object["nav"] ?? .null
    // `nil` alone would be the JSON value.
    self.nav = nav.isNull ? Optional.none : nav
  }

  var members: JSONObject {
    [
      "scene": .string(scene), "epoch": .int(epoch), "rev": .int(rev), "nav": nav ?? .null,
    ]
  }
}
