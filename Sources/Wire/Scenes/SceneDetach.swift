import Library

/// Closes a scene (NAVIGATION §3.8, `scene.detach`): others see it gone at once, and the server keeps
/// it for a day, should the window come back.
public struct SceneDetach: Hashable, Sendable {
  /// The scene.
  public var scene: String
  /// Whether the window has become private: then nothing of it is kept.
  public var isPrivate: Bool

  /// Closes `scene`.
  public init(scene: String, isPrivate: Bool = false) {
    self.scene = scene
    self.isPrivate = isPrivate
  }
}

extension SceneDetach: Payload {
  static let type = "scene.detach"

  init(_ members: Members) throws(WireError) {
    scene = try members.identifier("scene")
    isPrivate = try members.optionalBool("private") ?? false
  }

  var members: JSONObject {
    ["scene": .string(scene), "private": .bool(isPrivate)]
  }
}
