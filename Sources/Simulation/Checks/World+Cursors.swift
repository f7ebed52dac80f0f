import Library
import Replica
import Store

/// §4.5, §4.15: from a cursor of any age the increments lead to the same as a fresh snapshot.
extension World {
  mutating func checkCursors(_ evidence: Evidence) throws {
    let cursors = evidence.chronicle.boundaries.sorted()
    for _ in 0..<2 {
      let cursor = cursors[Int.random(in: cursors.indices, using: &random)]
      let limit = [1, 3, 1_000].randomElement(using: &random) ?? 1
      try checkCursor(cursor, limit: limit, evidence)
    }
  }

  private mutating func checkCursor(_ cursor: Int, limit: Int, _ evidence: Evidence) throws {
    var views: [EntityKey: EntityView] = [:]
    for key in evidence.chronicle.entities {
      guard let shape = evidence.chronicle.shape(of: key, at: cursor) else { continue }
      var row = Row(key, seq: cursor, at: 0, by: "someone", set: shape.fields)
      row.deleted = shape.isDeleted
      row.alias = shape.alias.map { .of($0) }
      var view = EntityView(key)
      view.apply(row)
      views[key] = view
    }
    var position = cursor
    while position < evidence.chronicle.head {
      let page = try server.store.inner.read(SimulatedServer.library) {
        snapshot throws(StoreError) in
        try snapshot.page(since: position, limit: limit, byteCountMax: 1 << 20)
      }
      guard page.to > position else { return violate("A page since \(position) leads nowhere.") }
      for row in page.states.compactMap({ $0.row(since: position) }) {
        views[row.entity, default: EntityView(row.entity)].apply(row)
      }
      position = page.to
    }
    for (key, wanted) in evidence.shapes {
      let got = views[key].map(Chronicle.Shape.init)
      guard !Self.agree(got, wanted, isOlder: false) else { continue }
      violate(
        "From \(cursor) on, \(key.kind)/\(key.id) becomes \(got?.text ?? "nothing") "
          + "where the library has \(wanted.text).")
    }
  }
}
