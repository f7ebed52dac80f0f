import GRDB
import Library

extension SQLiteSnapshot {
  func page(since cursor: Int, limit: Int, byteCountMax: Int) throws(StoreError) -> StatePage {
    let (stored, to) = try stored(since: cursor, limit: limit, byteCountMax: byteCountMax)
    return try wrapping {
      StatePage(
        from: cursor, to: to, head: library.head, states: try stored.map(EntityState.init(stored:)))
    }
  }

  func rows(since cursor: Int, limit: Int, byteCountMax: Int) throws(StoreError) -> RowPage {
    let (stored, to) = try stored(since: cursor, limit: limit, byteCountMax: byteCountMax)
    var page = RowPage(from: cursor, to: to, head: library.head, rows: [])
    page.rows.reserveCapacity(stored.reduce(0) { $0 + $1.utf8.count })
    for text in stored {
      let end = page.rows.count
      if end > 0 { page.rows.append(UInt8(ascii: ",")) }
      do throws(Problem) {
        guard try StoredRow.append(text, since: cursor, to: &page.rows) else {
          page.rows.removeSubrange(end...)
          continue
        }
      } catch {
        throw .damaged("an entity cannot be read.")
      }
    }
    return page
  }

  /// The stored entities of a page, and where it ends.
  private func stored(
    since cursor: Int, limit: Int, byteCountMax: Int
  ) throws(StoreError) -> (states: [String], to: Int) {
    let builder = PageBuilder(since: cursor, limit: limit, byteCountMax: byteCountMax)
    return try wrapping {
      if let texts = recent.texts(of: key, after: cursor, at: library.head),
        let page = try recent(builder, since: cursor, texts)
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
        guard builder.take(seq: row[0], entity: row[1], state: { row[2] }) else { break }
      }
      let states = builder.finish(head: library.head)
      return (states, builder.to)
    }
  }

  /// The same of what was written last, without a look at the table of entities; nil where a text is
  /// missing.
  private func recent(
    _ builder: PageBuilder, since cursor: Int, _ texts: RecentStates.Texts
  ) throws -> (states: [String], to: Int)? {
    var builder = builder
    let statement = try database.cachedStatement(
      sql: "SELECT seq, entity FROM writes WHERE library = ? AND seq > ? ORDER BY seq, entity")
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [key, cursor])
    while let row = try rows.next() {
      guard let text = texts[row[1]] else { return nil }
      guard builder.take(seq: row[0], entity: row[1], state: { text }) else { break }
    }
    let states = builder.finish(head: library.head)
    return (states, builder.to)
  }
}

/// Fills a page with whole operations: a cursor inside one would lose the rest of it.
struct PageBuilder {
  /// The last seq that is wholly in the page.
  private(set) var to: Int

  private let limit: Int
  private let byteCountMax: Int
  private var states: [String] = []
  private var byteCount = 0
  private var included: Set<Int64> = []
  /// The entities of the operation that is being read and that the page does not have yet.
  private var open: (seq: Int, entities: [Int64], states: [String], byteCount: Int)
  private var isFull = false

  init(since cursor: Int, limit: Int, byteCountMax: Int) {
    self.to = cursor
    self.limit = limit
    self.byteCountMax = byteCountMax
    self.open = (cursor, [], [], 0)
  }

  /// Takes the next entity in order of seq. Returns false when the page is full: nothing more
  /// need be read then.
  mutating func take(seq: Int, entity: Int64, state: () -> String) -> Bool {
    if seq != open.seq {
      close()
      guard !isFull else { return false }
      open = (seq, [], [], 0)
    }
    // Its values stand in the page as they are now, those of this seq included.
    guard !included.contains(entity) else { return true }
    let state = state()
    open.entities.append(entity)
    open.states.append(state)
    open.byteCount += state.utf8.count
    return true
  }

  /// Ends the page after the last entity there was, or before the first that it has no room for.
  mutating func finish(head: Int) -> [String] {
    if !isFull {
      close()
      if !isFull { to = head }
    }
    return states
  }

  /// Puts the operation just read into the page, or finds that there is no room for it. The first
  /// one always has room: a page that brought nothing would be asked for again for ever.
  private mutating func close() {
    let fits =
      open.entities.isEmpty || states.isEmpty
      || (states.count + open.entities.count <= limit && byteCount + open.byteCount <= byteCountMax)
    guard fits else {
      isFull = true
      return
    }
    to = open.seq
    states += open.states
    byteCount += open.byteCount
    included.formUnion(open.entities)
    open = (open.seq, [], [], 0)
  }
}
