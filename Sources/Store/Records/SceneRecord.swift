/// Names a window.
package struct SceneKey: Hashable, Comparable, Sendable {
  /// Its device.
  package var device: String
  /// Its id on that device.
  package var scene: String

  /// Names `scene` of `device`.
  package init(device: String, scene: String) {
    self.device = device
    self.scene = scene
  }

  /// By device, then by id.
  package static func < (one: SceneKey, other: SceneKey) -> Bool {
    one.device == other.device ? one.scene < other.scene : one.device < other.device
  }
}

/// A window, as it is kept. The store looks inside nothing of it.
package struct SceneRecord: Hashable, Sendable {
  /// Which window.
  package var key: SceneKey
  /// What the person calls it.
  package var name: String
  /// How many times it was attached.
  package var epoch: Int
  /// The last state taken.
  package var rev: Int
  /// The library cursor it had.
  package var lib: Int
  /// How it is laid out.
  package var layout: String
  /// The window it follows.
  package var following: SceneKey?
  /// When it was last heard of, in milliseconds since 1970 UTC.
  package var seen: Int
  /// When it was closed; nil while it is not.
  package var closed: Int?
  /// Where it is: canonical JSON. Nil before it has said so.
  package var nav: [UInt8]?

  /// Makes the record of a window that was heard of at `seen`.
  package init(
    _ key: SceneKey, name: String, epoch: Int, rev: Int = 0, lib: Int = 0, layout: String,
    following: SceneKey? = nil, seen: Int, closed: Int? = nil, nav: [UInt8]? = nil
  ) {
    self.key = key
    self.name = name
    self.epoch = epoch
    self.rev = rev
    self.lib = lib
    self.layout = layout
    self.following = following
    self.seen = seen
    self.closed = closed
    self.nav = nav
  }
}

/// What a device shares of its windows.
package struct ShareRecord: Hashable, Sendable {
  /// The device.
  package var device: String
  /// How much; the store reads nothing into it.
  package var share: String
  /// The greatest epoch of any of its windows that was forgotten: none is given again.
  package var spentEpoch: Int

  /// Makes the record.
  package init(device: String, share: String, spentEpoch: Int = 0) {
    self.device = device
    self.share = share
    self.spentEpoch = spentEpoch
  }
}
