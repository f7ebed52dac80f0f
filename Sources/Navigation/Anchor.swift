package import Library

/// Where a list stands, by content and never by pixels: the row at its top and how much of it is
/// scrolled past, with what may stand in for it.
package struct Anchor: Hashable, Sendable {
  /// The row, or nil when it has died and no neighbour was left.
  package var id: String?
  /// Thousandths of that row scrolled past.
  package var offset: Int
  /// Its place in the list.
  package var index: Int
  /// Its neighbours, nearest first.
  package var near: [String]

  /// An anchor of legal values.
  package init(id: String?, offset: Int, index: Int, near: [String]) {
    self.id = id
    self.offset = offset
    self.index = index
    self.near = near
  }

  /// The anchor that `json` spells, or nil when it is no object. Numbers out of range are clamped,
  /// for a position near the right one is better than the top.
  package init?(json: JSONValue?) {
    guard let json, json.object != nil else { return nil }
    id = Text.identifier(json["id"])
    offset = json["off"].cleanInteger(Limits.anchorOffset)
    index = json["idx"].cleanInteger(Limits.anchorIndex)
    let neighbours = (json["near"]?.array ?? []).compactMap { Text.identifier($0) }
    near = Array(neighbours.prefix(Limits.anchorNeighbours))
  }

  /// The JSON form.
  package var json: JSONValue {
    [
      "id": id.map { .string($0) } ?? .null, "off": .int(offset), "idx": .int(index),
      "near": .array(near.map { .string($0) }),
    ]
  }
}

extension Anchor {
  /// Where a list whose rows are `rows` must stand: the row's place, and the thousandths of it that
  /// are scrolled past. The first of the anchor's own row and its neighbours that is there
  /// (`offset` only for the row itself); else the row at its old place; else the top.
  package static func resolve(_ anchor: Anchor?, in rows: [String]) -> (index: Int, offset: Int) {
    guard let anchor, !rows.isEmpty else { return (0, 0) }
    if let id = anchor.id, let own = rows.firstIndex(of: id) { return (own, anchor.offset) }
    for id in anchor.near {
      if let index = rows.firstIndex(of: id) { return (index, 0) }
    }
    return (min(anchor.index, rows.count - 1), 0)
  }

  /// Pages of the feed to load before its anchor can be shown with room ahead: ⌊(idx+5)/20⌋+1.
  package static func feedPages(_ anchor: Anchor?) -> Int {
    ((anchor?.index ?? 0) + Limits.feedAhead) / Limits.feedPage + 1
  }
}
