package import Library

/// A window as other devices see it.
package struct Scene: Hashable, Sendable {
  /// Whose window it is.
  package var ref: SceneRef
  /// What the person calls it.
  package var name: String
  /// How new this is.
  package var stamp: Stamp
  /// The library cursor its device had.
  package var lib: Int
  /// Server time it was last heard of, in milliseconds since 1970 UTC.
  package var seen: Int
  /// A hint for the card; readers lay out by their own width.
  package var layout: Layout
  /// The window whose moves it repeats.
  package var following: SceneRef?
  /// Where it is, as much as its owner shares.
  package var nav: NavState

  /// The scene that `json` spells, or nil when it names no device or scene. Its state is decoded as
  /// any other, but not repaired: readers do that against their own library.
  package init?(json: JSONValue?) {
    guard json?["v"] == .int(1), let ref = SceneRef(json: json) else { return nil }
    self.ref = ref
    name = Self.name(cleaning: json?["name"]?.string ?? "")
    stamp = Stamp(json: json)
    lib = json?["lib"].cleanInteger() ?? 0
    seen = json?["seen"].cleanInteger() ?? 0
    layout = json?["layout"].choice() ?? .wide
    following = SceneRef(json: json?["following"])
    nav = NavState(json: json?["nav"])
  }

  /// A window's name, made legal: no controls, NFC, at most 60 scalars.
  package static func name(cleaning name: String) -> String {
    Text.cleaned(.string(name), Limits.sceneNameLength)
  }

  /// The JSON form.
  package var json: JSONValue {
    [
      "v": 1, "device": .string(ref.device), "scene": .string(ref.scene), "name": .string(name),
      "epoch": .int(stamp.epoch), "rev": .int(stamp.rev), "lib": .int(lib), "seen": .int(seen),
      "layout": .string(layout.rawValue), "following": following?.json ?? .null, "nav": nav.json,
    ]
  }
}

extension NavState {
  /// What of this state leaves the device: no question, popover or editor, only the lists that tabs
  /// show, and at most 16 KiB, for which lists go, least recently used first.
  package var publishable: NavState {
    var published = self
    let shown = tabs.values.reduce(into: Set<ListRef>()) { $0.formUnion($1.listsShown) }
    published.lists = lists.filter { shown.contains($0.key) }
    let level = present.firstIndex { $0.draft != nil || ($0.style != .sheet && $0.style != .cover) }
    published.present = Array(present.prefix(level ?? present.count))
    for list in published.lists.oldestFirst {
      if published.json.canonicalBytes.count <= Limits.publishedBytes { break }
      published.lists[list] = nil
    }
    return published
  }
}
