public import Library

/// Says where a scene is (NAVIGATION §3.6, `scene.publish`). Taken when the connection holds the
/// scene, `epoch` is the current one and `rev` greater than the last; else `SceneRefused`. What was
/// taken is not answered.
public struct ScenePublish: Hashable, Sendable {
  /// The scene.
  public var scene: String
  /// The epoch that `SceneAttached` gave.
  public var epoch: Int
  /// Rises with every state of the window.
  public var rev: Int
  /// The library cursor the window had: what is younger, it cannot have meant.
  public var lib: Int
  /// How the window is laid out, for the card that others see.
  public var layout: SceneLayout
  /// Where it is: a `NavState` of NAVIGATION §3.1, in at most 16 KiB. Whether it is one, the hub asks.
  public var nav: JSONValue
  /// The window whose moves it repeats.
  public var following: SceneAddress?

  /// Says where `scene` is.
  public init(
    scene: String, epoch: Int, rev: Int, lib: Int, layout: SceneLayout, nav: JSONValue,
    following: SceneAddress? = nil
  ) {
    self.scene = scene
    self.epoch = epoch
    self.rev = rev
    self.lib = lib
    self.layout = layout
    self.nav = nav
    self.following = following
  }
}

/// How a window is laid out: a hint, for readers lay out by their own width.
public enum SceneLayout: String, Hashable, Sendable, CaseIterable {
  /// Columns.
  case wide
  /// A stack.
  case narrow
}

/// Names a window among all of an account.
public struct SceneAddress: Hashable, Sendable {
  /// The device's id.
  public var device: String
  /// The scene's id.
  public var scene: String

  /// Names `scene` of `device`.
  public init(device: String, scene: String) {
    self.device = device
    self.scene = scene
  }
}

extension ScenePublish: Payload {
  static let type = "scene.publish"

  init(_ members: Members) throws(WireError) {
    scene = try members.identifier("scene")
    epoch = try members.count("epoch")
    rev = try members.count("rev")
    lib = try members.count("lib")
    layout = try members.choice("layout")
    // A state that is none is no fault of the connection: it is refused by name.
    nav = members.object["nav"] ?? .null
    following = try members.optionalMembers("following").map { each throws(WireError) in
      try SceneAddress(each)
    }
  }

  var members: JSONObject {
    var object: JSONObject = [
      "scene": .string(scene), "epoch": .int(epoch), "rev": .int(rev), "lib": .int(lib),
      "layout": .string(layout.rawValue), "nav": nav,
    ]
    object["following"] = following?.json
    return object
  }
}

extension SceneAddress {
  init(_ members: Members) throws(WireError) {
    device = try members.identifier("device")
    scene = try members.identifier("scene")
  }

  var json: JSONValue { ["device": .string(device), "scene": .string(scene)] }
}
