import GRDB
import Library

extension SQLiteSnapshot {
  func books(
    identifiedBy identifier: String, limit: Int
  ) throws(StoreError) -> [EntityKey] {
    guard let term = Mention.term(identifier: identifier) else { return [] }
    return try books(mentioning: term, limit: limit) { state in
      state.sets["identifiers"]?[identifier]?.shown != nil
    }.map(\.entity)
  }

  func books(onShelf id: String) throws(StoreError) -> [EntityState] {
    try books(mentioning: Mention.term(shelf: id), limit: .max) { state in
      state.sets["shelves"]?[id]?.shown != nil
    }
  }

  /// The first `limit` books listed under `term` that hold what it stands for, in the order of their
  /// making.
  private func books(
    mentioning term: Int64, limit: Int, _ holds: (EntityState) -> Bool
  ) throws(StoreError) -> [EntityState] {
    try wrapping {
      let statement = try database.cachedStatement(
        sql: """
          SELECT state FROM mentions JOIN entities ON entities.key = entity
          WHERE mentions.library = ? AND term = ? ORDER BY entity
          """)
      let texts = try String.fetchCursor(statement, arguments: [key, term])
      var books: [EntityState] = []
      while books.count < limit, let text = try texts.next() {
        let state = try EntityState(text: text)
        if holds(state) { books.append(state) }
      }
      return books
    }
  }

  func shelves() throws(StoreError) -> [EntityState] {
    try wrapping {
      let statement = try database.cachedStatement(
        sql: "SELECT state FROM entities WHERE library = ? AND kind = 'shelf' ORDER BY id")
      return try String.fetchAll(statement, arguments: [key]).map(EntityState.init(text:))
    }
  }

  func trash(before time: Int, limit: Int) throws(StoreError) -> [EntityKey] {
    try wrapping {
      let statement = try database.cachedStatement(
        sql: """
          SELECT kind, id, time FROM trash JOIN entities ON entities.key = entity
            JOIN operations ON place = (trash.library << 32) | seq
          WHERE trash.library = ? ORDER BY seq, entity LIMIT ?
          """)
      return try GRDB.Row.fetchAll(statement, arguments: [key, limit])
        .prefix { row in (row[2] as Int) <= time }.map { EntityKey(kind: $0[0], id: $0[1]) }
    }
  }
}
