import Library

/// Every scene of the account that may be seen, the receiver's own among them (`scenes`): the answer
/// to `ScenesWatch`, and sent anew to a connection that has missed something.
public struct Scenes: Hashable, Sendable {
  /// The scenes, ordered by device and id.
  public var scenes: [PublishedScene]

  /// Makes the message.
  public init(scenes: [PublishedScene]) { self.scenes = scenes }
}

/// A scene is new, somewhere else, or was heard of again (`scene.update`).
public struct SceneUpdate: Hashable, Sendable {
  /// The scene as it is now.
  public var scene: PublishedScene

  /// Makes the message.
  public init(scene: PublishedScene) { self.scene = scene }
}

/// A scene is no more to be seen (`scene.gone`).
public struct SceneGone: Hashable, Sendable {
  /// Why.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Its window was closed.
    case closed
    /// Its window, or its device, shows nothing any more.
    case `private`
    /// Nothing was heard of it for 90 days, or it made room for another window of its device.
    case expired
    /// Its device was removed.
    case removed
  }

  /// Which scene.
  public var address: SceneAddress
  /// Why.
  public var reason: Reason

  /// Makes the message.
  public init(_ address: SceneAddress, reason: Reason) {
    self.address = address
    self.reason = reason
  }
}

extension Scenes: Payload {
  static let type = "scenes"

  init(_ members: Members) throws(WireError) {
    scenes = try members.list("scenes") { each throws(WireError) in try PublishedScene(each) }
  }

  var members: JSONObject {
    ["scenes": .array(scenes.map { .object($0.members) })]
  }
}

extension SceneUpdate: Payload {
  static let type = "scene.update"
  init(_ members: Members) throws(WireError) { scene = try PublishedScene(members) }
  var members: JSONObject { scene.members }
}

extension SceneGone: Payload {
  static let type = "scene.gone"

  init(_ members: Members) throws(WireError) {
    address = try SceneAddress(members)
    reason = try members.choice("reason")
  }

  var members: JSONObject {
    [
      "device": .string(address.device), "scene": .string(address.scene),
      "reason": .string(reason.rawValue),
    ]
  }
}
