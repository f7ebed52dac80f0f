import GRDB
import Library

extension SQLiteSnapshot {
  func page(since cursor: Int, limit: Int, byteCountMax: Int) throws(StoreError) -> StatePage {
    let (stored, to) = try stored(since: cursor, limit: limit, byteCountMax: byteCountMax)
    return try wrapping {
      StatePage(
        from: cursor, to: to, head: library.head,
        states: try stored.map { try EntityState(text: $0.text) })
    }
  }

  func rows(since cursor: Int, limit: Int, byteCountMax: Int) throws(StoreError) -> RowPage {
    let (stored, to) = try stored(since: cursor, limit: limit, byteCountMax: byteCountMax)
    var rows = StoredRows()
    rows.reserve(stored.reduce(0) { $0 + $1.byteCount(since: cursor) + 1 })
    for entity in stored {
      if let row = entity.row(since: cursor) {
        rows.append(row)
      } else {
        try rows.append(entity.text, since: cursor)
      }
    }
    return RowPage(from: cursor, to: to, head: library.head, rows: rows.bytes)
  }

  /// The stored entities of a page, and where it ends.
  private func stored(
    since cursor: Int, limit: Int, byteCountMax: Int
  ) throws(StoreError) -> (entities: [PageBuilder.Entity], to: Int) {
    let builder = PageBuilder(since: cursor, limit: limit, byteCountMax: byteCountMax)
    return try wrapping {
      if let entities = recent.entities(of: key, after: cursor, at: library.head),
        let page = try recent(builder, since: cursor, entities)
      {
        return page
      }
      let statement = try database.cachedStatement(
        sql: """
          SELECT seq, entity, state FROM writes JOIN entities ON entities.key = entity
          WHERE writes.library = ? AND seq > ? ORDER BY seq, entity
          """)
      var builder = builder
      let rows = try GRDB.Row.fetchCursor(statement, arguments: [key, cursor])
      while let row = try rows.next() {
        // The state's text is read only where the page needs it.
        guard builder.take(seq: row[0], key: row[1], { .init(text: row[2]) }) else { break }
      }
      let entities = builder.finish(head: library.head)
      return (entities, builder.to)
    }
  }

  /// The same of what was written last, without a look at the table of entities; nil where one is
  /// missing.
  private func recent(
    _ builder: PageBuilder, since cursor: Int, _ entities: RecentStates.Entities
  ) throws -> (entities: [PageBuilder.Entity], to: Int)? {
    var builder = builder
    let statement = try database.cachedStatement(
      sql: "SELECT seq, entity FROM writes WHERE library = ? AND seq > ? ORDER BY seq, entity")
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [key, cursor])
    while let row = try rows.next() {
      guard let entity = entities[row[1]] else { return nil }
      guard builder.take(seq: row[0], key: row[1], { .init(text: entity.text, kept: entity.row) })
      else { break }
    }
    let page = builder.finish(head: library.head)
    return (page, builder.to)
  }
}

/// Fills a page with whole operations: a cursor inside one would lose the rest of it.
struct PageBuilder {
  /// A stored entity, with its row where that is at hand for some cursors.
  struct Entity {
    let text: String
    var kept: StoredRows.Member?

    /// The row of what changed after `cursor`; nil where it is still to be made.
    func row(since cursor: Int) -> StoredRows.Member? {
      kept.flatMap { $0.cursors.contains(cursor) ? $0 : nil }
    }

    /// What its row weighs; until that is made, what its text does, of which all may be told.
    func byteCount(since cursor: Int) -> Int { row(since: cursor)?.bytes.count ?? text.utf8.count }
  }

  /// The last seq that is wholly in the page.
  private(set) var to: Int

  private let cursor: Int
  private let limit: Int
  private let byteCountMax: Int
  private var entities: [Entity] = []
  private var byteCount = 0
  private var included: Set<Int64> = []
  /// The entities of the operation that is being read and that the page does not have yet.
  private var open: (seq: Int, keys: [Int64], entities: [Entity], byteCount: Int)
  private var isFull = false

  init(since cursor: Int, limit: Int, byteCountMax: Int) {
    self.to = cursor
    self.cursor = cursor
    self.limit = limit
    self.byteCountMax = byteCountMax
    self.open = (cursor, [], [], 0)
  }

  /// Takes the next entity in order of seq. Returns false when the page is full: nothing more
  /// need be read then.
  mutating func take(seq: Int, key: Int64, _ entity: () -> Entity) -> Bool {
    if seq != open.seq {
      close()
      guard !isFull else { return false }
      open = (seq, [], [], 0)
    }
    // Its values stand in the page as they are now, those of this seq included.
    guard !included.contains(key) else { return true }
    let entity = entity()
    open.keys.append(key)
    open.entities.append(entity)
    open.byteCount += entity.byteCount(since: cursor)
    return true
  }

  /// Ends the page after the last entity there was, or before the first that it has no room for.
  mutating func finish(head: Int) -> [Entity] {
    if !isFull {
      close()
      if !isFull { to = head }
    }
    return entities
  }

  /// Puts the operation just read into the page, or finds that there is no room for it. The first
  /// one always has room: a page that brought nothing would be asked for again for ever.
  private mutating func close() {
    let fits =
      open.keys.isEmpty || entities.isEmpty
      || (entities.count + open.keys.count <= limit && byteCount + open.byteCount <= byteCountMax)
    guard fits else {
      isFull = true
      return
    }
    to = open.seq
    entities += open.entities
    byteCount += open.byteCount
    included.formUnion(open.keys)
    open = (open.seq, [], [], 0)
  }
}
