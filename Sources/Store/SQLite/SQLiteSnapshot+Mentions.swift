import GRDB
import Library

extension SQLiteSnapshot {
  func books(
    identifiedBy identifier: String, limit: Int
  ) throws(StoreError) -> [EntityKey] {
    guard let term = Mention.term(identifier: identifier) else { return [] }
    return try wrapping {
      let texts = try texts(mentioning: term)
      var books: [EntityKey] = []
      while books.count < limit, let text = try texts.next() {
        let state = try EntityState(text: text)
        if state.sets["identifiers"]?[identifier]?.shown != nil { books.append(state.entity) }
      }
      return books
    }
  }

  func places(in order: Rebalance.Order) throws(StoreError) -> [Rebalance.Member] {
    try wrapping {
      let texts =
        switch order {
        case .shelves: try shelfTexts()
        case .books(let shelf): try texts(mentioning: Mention.term(shelf: shelf))
        }
      var places: [Rebalance.Member] = []
      while let text = try texts.next() {
        let state = try EntityState(text: text)
        if let place = Rebalance.Member(state, in: order) { places.append(place) }
      }
      return places
    }
  }

  /// The stored books listed under `term`, in the order of their making.
  private func texts(mentioning term: Int64) throws -> FastDatabaseValueCursor<String> {
    try String.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT state FROM mentions JOIN entities ON entities.key = entity
          WHERE mentions.library = ? AND term = ? ORDER BY entity
          """),
      arguments: [key, term])
  }

  private func shelfTexts() throws -> FastDatabaseValueCursor<String> {
    try String.fetchCursor(
      database.cachedStatement(
        sql: "SELECT state FROM entities WHERE library = ? AND kind = 'shelf' ORDER BY id"),
      arguments: [key])
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
