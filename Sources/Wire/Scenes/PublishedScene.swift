public import Library

/// A window as other devices see it (NAVIGATION §3.1, `Scene`).
public struct PublishedScene: Hashable, Sendable {
  /// Whose window it is, and which.
  public var address: SceneAddress
  /// What the person calls it.
  public var name: String
  /// Which attachment its state is of.
  public var epoch: Int
  /// Which state of the window this is: of two, the one of the greater (epoch, rev) is newer.
  public var rev: Int
  /// The library cursor the window had.
  public var lib: Int
  /// When the window was last heard of, by the server's clock in milliseconds since 1970 UTC.
  public var seen: Int
  /// How it is laid out.
  public var layout: SceneLayout
  /// The window whose moves it repeats.
  public var following: SceneAddress?
  /// Where it is, as much as its device shares.
  public var nav: JSONValue

  /// Makes a scene.
  public init(
    address: SceneAddress, name: String, epoch: Int, rev: Int, lib: Int, seen: Int,
    layout: SceneLayout, following: SceneAddress?, nav: JSONValue
  ) {
    self.address = address
    self.name = name
    self.epoch = epoch
    self.rev = rev
    self.lib = lib
    self.seen = seen
    self.layout = layout
    self.following = following
    self.nav = nav
  }
}

extension PublishedScene {
  init(_ members: Members) throws(WireError) {
    _ = try members.int("v", in: 1...1)
    address = try SceneAddress(members)
    name = try members.text("name")
    epoch = try members.count("epoch")
    rev = try members.count("rev")
    lib = try members.count("lib")
    seen = try members.count("seen")
    layout = try members.choice("layout")
    following = try members.optionalMembers("following").map { each throws(WireError) in
      try SceneAddress(each)
    }
    nav = .object(try members.members("nav").object)
  }

  var members: JSONObject { card.merging(["nav": nav]) { $1 } }

  /// Every member but the state.
  private var card: JSONObject {
    [
      "v": 1, "device": .string(address.device), "scene": .string(address.scene),
      "name": .string(name), "epoch": .int(epoch), "rev": .int(rev), "lib": .int(lib),
      "seen": .int(seen), "layout": .string(layout.rawValue),
      "following": following?.json ?? .null,
    ]
  }

  /// The scene as text, with the state `nav` that is JSON text already, in place of `self.nav`.
  fileprivate func encoded(type: String?, nav: [UInt8]) -> [UInt8] {
    var object = card
    object["t"] = type.map(JSONValue.string)
    var bytes = JSONValue.object(object).canonicalBytes
    bytes.removeLast()
    bytes += ",\"nav\":".utf8
    bytes += nav
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }
}

extension SceneUpdate {
  /// The message as text, its state `nav` being JSON text already: a hub keeps states as text, and one
  /// text goes to all who watch.
  package static func encoded(_ scene: PublishedScene, nav: [UInt8]) -> [UInt8] {
    scene.encoded(type: type, nav: nav)
  }
}

extension Scenes {
  /// The message as text, each scene's state being JSON text already.
  package static func encoded(_ scenes: [(scene: PublishedScene, nav: [UInt8])]) -> [UInt8] {
    var bytes = Array("{\"scenes\":[".utf8)
    for (index, each) in scenes.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += each.scene.encoded(type: nil, nav: each.nav)
    }
    bytes += "],\"t\":\"\(type)\"}".utf8
    return bytes
  }
}
