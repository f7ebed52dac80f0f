import Library

/// What was asked for a scene was not done, and nothing of it was kept (`scene.refused`). The
/// connection stays open.
public struct SceneRefused: Hashable, Sendable {
  /// Why.
  public enum Reason: String, Error, Hashable, Sendable, CaseIterable {
    /// Another live connection holds the scene: take another id.
    case busy
    /// As many scenes of the device as the server holds for one are attached, or it cannot keep one more:
    /// the window stays its own.
    case tooMany
    /// Another epoch than the current one, or a rev that is not greater.
    case stale
    /// This connection does not hold the scene.
    case unattached
    /// The state is larger than 16 KiB.
    case tooLarge
    /// The state is none, or exceeds a bound of NAVIGATION §3.1.
    case malformed
    /// More than the scene may publish in a second.
    case tooFast
  }

  /// The scene.
  public var scene: String
  /// Why.
  public var reason: Reason

  /// Refuses what was asked for `scene`.
  public init(scene: String, reason: Reason) {
    self.scene = scene
    self.reason = reason
  }
}

extension SceneRefused: Payload {
  static let type = "scene.refused"

  init(_ members: Members) throws(WireError) {
    scene = try members.identifier("scene")
    reason = try members.choice("reason")
  }

  var members: JSONObject {
    ["scene": .string(scene), "reason": .string(reason.rawValue)]
  }
}

extension Members {
  /// One of an enumeration's words.
  func choice<Choice: RawRepresentable<String>>(_ name: String) throws(WireError) -> Choice {
    guard let choice = Choice(rawValue: try text(name)) else {
      throw .outOfRange(member: path(name))
    }
    return choice
  }
}
